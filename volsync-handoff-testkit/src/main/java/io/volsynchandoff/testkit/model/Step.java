// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import io.volsynchandoff.testkit.state.ClusterState;
import java.util.function.UnaryOperator;

/**
 * One step of one actor.
 *
 * @param name who does what to which object, as it stands in a trace
 * @param effect a pure function of the cluster that the step is applied to, which may differ from
 *     the one that the step was computed on
 */
public record Step(String name, UnaryOperator<ClusterState> effect) {
  public ClusterState applyTo(ClusterState actual) {
    return effect.apply(actual);
  }

  /** True if the step would change the cluster. */
  public boolean changes(ClusterState actual) {
    return !applyTo(actual).equals(actual);
  }

  @Override
  public String toString() {
    return name;
  }
}
