// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.Blocked;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * What would happen to one group.
 *
 * @param action the next write on the group's object; members have none while there is one
 * @param blockers what the group itself waits for
 * @param warnings of the group's annotations
 */
public record GroupPlan(
    GroupIntent intent,
    Phase phase,
    @Nullable PlannedWrite action,
    ImmutableList<Blocked> blockers,
    ImmutableList<Member> members,
    ImmutableList<String> warnings) {

  /**
   * What would happen to one member.
   *
   * @param rehearsals writes that would first be tried as dry runs
   */
  public record Member(
      ClaimKey claim,
      Phase phase,
      @Nullable PlannedWrite action,
      ImmutableList<PlannedWrite> rehearsals,
      ImmutableList<Blocked> blockers,
      ImmutableList<Condition> conditions,
      ImmutableList<RemainingSteps.Step> steps,
      ImmutableList<String> warnings) {}

  static GroupPlan of(
      GroupSnapshot snapshot, GroupDecision decision, ImmutableList<String> warnings) {
    return new GroupPlan(
        snapshot.intent(),
        decision.phase(),
        decision.action() == null ? null : PlannedWrite.of(decision.action()),
        decision.blockers(),
        decision.members().stream()
            .map(member -> member(snapshot, member))
            .collect(ImmutableList.toImmutableList()),
        warnings);
  }

  private static Member member(GroupSnapshot snapshot, Decision decision) {
    ImmutableList<String> warnings =
        snapshot.members().stream()
            .filter(seen -> seen.key().equals(decision.member()))
            .flatMap(seen -> OwnerWarnings.of(seen, decision.phase()).stream())
            .collect(ImmutableList.toImmutableList());
    return new Member(
        decision.member(),
        decision.phase(),
        decision.action() == null ? null : PlannedWrite.of(decision.action()),
        decision.rehearsals().stream()
            .map(PlannedWrite::of)
            .collect(ImmutableList.toImmutableList()),
        decision.blockers(),
        decision.conditions(),
        RemainingSteps.of(decision.phase(), snapshot.intent()),
        warnings);
  }

  /** True where the group or any of its members waits for something. */
  public boolean isBlocked() {
    return !blockers.isEmpty() || members.stream().anyMatch(member -> !member.blockers().isEmpty());
  }
}
