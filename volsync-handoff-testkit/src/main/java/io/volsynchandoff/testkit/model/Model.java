// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.testkit.state.ClusterState;
import java.util.Arrays;

/** Someone who acts on a cluster. */
@FunctionalInterface
public interface Model {
  /**
   * The steps that it could take next, given what it sees, in a fixed order; each changes the
   * cluster that was seen. None: it is at rest.
   */
  ImmutableList<Step> steps(ClusterState seen);

  /** Several actors, each with its own steps. */
  static Model all(Model... models) {
    ImmutableList<Model> each = ImmutableList.copyOf(Arrays.asList(models));
    return seen ->
        each.stream()
            .flatMap(model -> model.steps(seen).stream())
            .collect(ImmutableList.toImmutableList());
  }

  /** The same actors, held back from steps whose name holds the text. */
  default Model holding(String text) {
    return seen ->
        steps(seen).stream()
            .filter(step -> !step.name().contains(text))
            .collect(ImmutableList.toImmutableList());
  }

  /** Takes steps, always the first one offered, until it is at rest. */
  default ClusterState settle(ClusterState state) {
    return Settling.settle(this, state);
  }
}
