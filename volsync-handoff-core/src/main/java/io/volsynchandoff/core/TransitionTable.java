// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;

/**
 * The legal moves of a member between phases (design §5.3), the one source of the state diagram in
 * the documentation. A phase is derived from what is observed, so that a fast world may skip
 * phases: every move of a planner's decisions is a chain of these.
 */
public final class TransitionTable {
  /** One legal move, and what makes it. */
  public record Transition(Phase from, Phase to, String when) {}

  private static final ImmutableList<Transition> LEGAL =
      ImmutableList.of(
          move(Phase.PROTECTING, Phase.PROTECTED, "Retain, journal and finalizer are observed"),
          move(Phase.PROTECTED, Phase.PROTECTING, "something of it is missing again"),
          move(Phase.REFUSED, Phase.PROTECTING, "the claim is the group's to protect"),
          move(Phase.PROTECTING, Phase.REFUSED, "the claim is not the group's"),
          move(
              Phase.QUIESCING,
              Phase.REFUSED,
              "someone else drives the group, or its freeze cannot be read"),
          move(Phase.REFUSED, Phase.QUIESCING, "the group is ours again, and its freeze is whole"),
          move(Phase.PROTECTED, Phase.STARTING, "role secondary"),
          move(Phase.PROTECTING, Phase.STARTING, "role secondary, and protected"),
          move(Phase.STARTING, Phase.PROTECTED, "role primary again, and nothing frozen"),
          move(Phase.STARTING, Phase.PROTECTING, "its protection is incomplete"),
          move(Phase.STARTING, Phase.QUIESCING, "the freeze is recorded, action Relocate"),
          move(
              Phase.QUIESCING,
              Phase.PARKING,
              "nothing writes, and everything later is known to work"),
          move(Phase.PARKING, Phase.QUIESCING, "something writes again"),
          move(Phase.PARKING, Phase.REDIRECTING, "the source stands still, or is wedged"),
          move(Phase.REDIRECTING, Phase.QUIESCING, "something writes again before the redirect"),
          move(Phase.REDIRECTING, Phase.BINDING, "claimRef names the temporary claim"),
          move(
              Phase.BINDING,
              Phase.REDIRECTING,
              "claimRef keeps the uid of a temporary claim that is gone"),
          move(
              Phase.BINDING,
              Phase.RELEASING,
              "both are bound by uid, and the claim bears our finalizer"),
          move(Phase.BINDING, Phase.FENCING, "both are bound by uid"),
          move(Phase.RELEASING, Phase.FENCING, "our finalizer is off the claim"),
          move(Phase.FENCING, Phase.BINDING, "the temporary claim is lost"),
          move(
              Phase.FENCING, Phase.QUIESCING, "claimRef was put back to the claim by someone else"),
          move(Phase.FENCING, Phase.ARMING, "every frozen member is fenced, seen live"),
          move(Phase.ARMING, Phase.FENCING, "something holds the volume again"),
          move(Phase.ARMING, Phase.SYNCING, "the source bears the final tag"),
          move(Phase.SYNCING, Phase.BINDING, "the temporary claim is lost"),
          move(
              Phase.SYNCING,
              Phase.FENCING,
              "the attempt is void: the source was changed, or a stranger used the temporary claim"),
          move(Phase.SYNCING, Phase.RECORDING, "the final sync is complete"),
          move(Phase.RECORDING, Phase.SYNCING, "the attempt is void"),
          move(Phase.RECORDING, Phase.CLEANING, "the proof is journalled"),
          move(
              Phase.CLEANING,
              Phase.FENCING,
              "the proof holds no longer: the source was changed before its deletion"),
          move(
              Phase.CLEANING,
              Phase.RELINQUISHED,
              "source and temporary claim are gone, the volume is Released"),
          move(
              Phase.RELINQUISHED,
              Phase.CLEANING,
              "something of the handoff is back, or is not known to be gone"),
          move(Phase.STARTING, Phase.GIVING_UP, "the freeze is recorded, action Failover"),
          move(Phase.QUIESCING, Phase.GIVING_UP, "Relocate became Failover"),
          move(Phase.FENCING, Phase.GIVING_UP, "Relocate became Failover"),
          move(Phase.SYNCING, Phase.GIVING_UP, "Relocate became Failover before the proof"),
          move(
              Phase.GIVING_UP,
              Phase.GIVEN_UP,
              "journalled, source and temporary claim deleted, claim released"),
          move(
              Phase.QUIESCING,
              Phase.TURNING_BACK,
              "role primary, or the group is deleted before the proof"),
          move(
              Phase.FENCING,
              Phase.TURNING_BACK,
              "role primary, or the group is deleted before the proof"),
          move(
              Phase.SYNCING,
              Phase.TURNING_BACK,
              "role primary, or the group is deleted before the proof"),
          move(Phase.CLEANING, Phase.TURNING_BACK, "role primary"),
          move(Phase.RELINQUISHED, Phase.TURNING_BACK, "role primary"),
          move(Phase.GIVING_UP, Phase.TURNING_BACK, "role primary"),
          move(Phase.GIVEN_UP, Phase.TURNING_BACK, "role primary"),
          move(
              Phase.TURNING_BACK,
              Phase.QUIESCING,
              "role secondary again: the handoff goes on where it stood"),
          move(Phase.TURNING_BACK, Phase.GIVING_UP, "role secondary again, action Failover"),
          move(Phase.PROTECTED, Phase.UNPROTECTING, "the group is deleted"),
          move(Phase.STARTING, Phase.UNPROTECTING, "the group is deleted, and nothing was frozen"),
          move(
              Phase.UNPROTECTING,
              Phase.UNPROTECTED,
              "the volume is decided, the claim released, the journal gone"));

  private TransitionTable() {}

  public static ImmutableList<Transition> legal() {
    return LEGAL;
  }

  private static Transition move(Phase from, Phase to, String when) {
    return new Transition(from, to, when);
  }
}
