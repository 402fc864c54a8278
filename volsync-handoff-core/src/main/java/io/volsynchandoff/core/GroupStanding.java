// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Where a group stands: its least advanced member, and AND over the members that count. Those are
 * the frozen ones where there is a freeze; one of them that was not observed has got nowhere, one
 * that came late does not count (design §7 rule 6, cases H11 and H12).
 */
final class GroupStanding {
  private final GroupSnapshot group;
  private final ImmutableList<Decision> counted;
  private final boolean whole;

  GroupStanding(GroupSnapshot group, ImmutableList<Decision> members) {
    this.group = group;
    Freeze freeze = group.freeze().orNull();
    this.counted =
        members.stream()
            .filter(decision -> freeze == null || freeze.member(decision.member()) != null)
            .collect(ImmutableList.toImmutableList());
    this.whole =
        freeze == null || freeze.members().stream().allMatch(frozen -> hasDecision(frozen.claim()));
  }

  private boolean hasDecision(ClaimKey claim) {
    return counted.stream().anyMatch(decision -> decision.member().equals(claim));
  }

  Phase phase() {
    Stream<Phase> observed = counted.stream().map(Decision::phase);
    Stream<Phase> missing = whole ? Stream.empty() : Stream.of(Phase.QUIESCING);
    return Stream.concat(observed, missing)
        .min(Comparator.naturalOrder())
        .orElseGet(this::phaseOfEmpty);
  }

  /** Nothing is protected where there is nothing. */
  private Phase phaseOfEmpty() {
    if (group.intent().deleting()) {
      return Phase.UNPROTECTED;
    }
    return group.intent().role() == GroupIntent.Role.PRIMARY ? Phase.PROTECTING : Phase.STARTING;
  }

  ImmutableList<Condition> conditions(ImmutableList<Blocked> blocked, Instant now) {
    ImmutableList<Condition> before = group.conditions();
    return ImmutableList.of(
        all(Conditions.PROTECTED, now),
        all(Conditions.PROVEN, now),
        all(Conditions.RELINQUISHED, now),
        Conditions.blocked(before, blocked.isEmpty() ? null : blocked.get(0), blocked.size(), now));
  }

  /** An empty group has nothing that could be complete. */
  private Condition all(String type, Instant now) {
    boolean holds = whole && !counted.isEmpty() && counted.stream().allMatch(d -> d.holds(type));
    return Conditions.of(group.conditions(), type, holds, phase().text(), "", now);
  }
}
