// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.testkit.state.ClusterState;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to a cluster.
 *
 * @param name who did what
 * @param action the action that was applied, or null for a step of anyone else
 * @param answer what the server said to the action; null where there is none
 */
public record TraceEntry(
    String name,
    @Nullable Action action,
    @Nullable Answer answer,
    ClusterState before,
    ClusterState after) {

  /** True for a write of ours that the server took, whether or not its answer arrived. */
  public boolean isAppliedWrite() {
    return action != null
        && (answer == Answer.APPLIED || (answer == Answer.LOST && !before.equals(after)));
  }

  @Override
  public String toString() {
    return answer == null ? name : name + " -> " + answer;
  }
}
