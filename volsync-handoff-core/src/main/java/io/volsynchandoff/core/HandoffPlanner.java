// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.snapshot.GroupSnapshot;
import java.time.Instant;

/** The one pure function: equal inputs give equal outputs; time comes in as an argument. */
public final class HandoffPlanner {
  private final HandoffPolicy policy;

  private HandoffPlanner(HandoffPolicy policy) {
    this.policy = policy;
  }

  public static HandoffPlanner with(HandoffPolicy policy) {
    return new HandoffPlanner(policy);
  }

  public HandoffPolicy policy() {
    return policy;
  }

  public GroupDecision decide(GroupSnapshot snapshot, Instant now) {
    return new GroupDecision(
        Phase.STARTING,
        null,
        com.google.common.collect.ImmutableList.of(),
        com.google.common.collect.ImmutableSet.of(),
        com.google.common.collect.ImmutableList.of(),
        snapshot.conditions(),
        java.time.Duration.between(now, now));
  }
}
