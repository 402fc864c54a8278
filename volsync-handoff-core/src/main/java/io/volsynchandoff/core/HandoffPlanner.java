// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import java.time.Instant;

/**
 * The heart: a snapshot in, a decision out (design §4). A pure function without I/O, clock,
 * randomness, logging or threads: equal inputs give equal outputs. Safe for use by many threads.
 */
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

  /**
   * Decides for a group: all its members, with the rules between them.
   *
   * @param now the time to measure waits and schedules against
   */
  public GroupDecision decide(GroupSnapshot snapshot, Instant now) {
    return Verdict.of(new GroupRules(snapshot, policy, now).next(), snapshot, now);
  }

  /**
   * Decides for one member of a group, with the rules between the members.
   *
   * @throws IllegalArgumentException if the snapshot has no such member
   */
  public Decision decide(GroupSnapshot snapshot, ClaimKey member, Instant now) {
    Decision decision = decide(snapshot, now).member(member);
    if (decision == null) {
      throw new IllegalArgumentException("the snapshot has no member " + member);
    }
    return decision;
  }
}
