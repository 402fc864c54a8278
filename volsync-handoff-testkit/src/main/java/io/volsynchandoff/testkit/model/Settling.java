// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.EvictingQueue;
import com.google.common.collect.ImmutableList;
import io.volsynchandoff.testkit.state.ClusterState;

/** Runs a model to its fixed point. */
final class Settling {
  /** Far more than any cluster of a test needs; a model that goes on is told by its last steps. */
  private static final int MOST_STEPS = 20_000;

  private static final int STEPS_TOLD = 12;

  private Settling() {}

  static ClusterState settle(Model model, ClusterState start) {
    EvictingQueue<String> last = EvictingQueue.create(STEPS_TOLD);
    ClusterState state = start;
    for (int count = 0; count < MOST_STEPS; count++) {
      ImmutableList<Step> steps = model.steps(state);
      if (steps.isEmpty()) {
        return state;
      }
      last.add(steps.get(0).name());
      state = steps.get(0).applyTo(state);
    }
    throw new IllegalStateException("no rest after " + MOST_STEPS + " steps; the last: " + last);
  }
}
