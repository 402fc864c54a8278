// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.testkit.state.ClusterState;
import java.util.function.UnaryOperator;

/** Collects the steps that a model offers on one view, leaving out those that change nothing. */
final class Offer {
  private final ClusterState seen;
  private final ImmutableList.Builder<Step> steps = ImmutableList.builder();

  Offer(ClusterState seen) {
    this.seen = seen;
  }

  void add(String name, UnaryOperator<ClusterState> effect) {
    Step step = new Step(name, effect);
    if (step.changes(seen)) {
      steps.add(step);
    }
  }

  ImmutableList<Step> steps() {
    return steps.build();
  }
}
