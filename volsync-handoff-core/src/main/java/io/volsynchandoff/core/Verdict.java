// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns what the rules say into the decisions that callers see. */
final class Verdict {
  private Verdict() {}

  static GroupDecision of(GroupStep step, GroupSnapshot group, Instant now) {
    ImmutableList<Decision> members =
        step.members().entrySet().stream()
            .map(entry -> member(entry.getKey(), entry.getValue(), step.holdsMembers()))
            .sorted(Comparator.comparing(Decision::member))
            .collect(ImmutableList.toImmutableList());
    ImmutableSet.Builder<Evidence> needs = ImmutableSet.builder();
    needs.addAll(step.needs());
    members.forEach(decision -> needs.addAll(decision.needs()));
    Duration wake = step.waits().wake();
    for (Decision decision : members) {
      wake = earlier(wake, decision.wakeAfter());
    }
    Phase phase = phase(step, group);
    return new GroupDecision(
        phase,
        step.action(),
        step.waits().list(),
        needs.build(),
        members,
        conditions(phase, step, members, group, now),
        wake);
  }

  /** The least advanced member counts; one that came late does not belong to the handoff. */
  private static Phase phase(GroupStep step, GroupSnapshot group) {
    boolean frozen = group.freeze().isPresent();
    return step.members().entrySet().stream()
        .filter(entry -> !frozen || entry.getKey().frozen() != null)
        .map(entry -> entry.getValue().phase())
        .min(Comparator.naturalOrder())
        .orElseGet(() -> phaseOfEmpty(group));
  }

  private static Phase phaseOfEmpty(GroupSnapshot group) {
    if (group.intent().deleting()) {
      return Phase.UNPROTECTED;
    }
    return group.intent().role() == GroupIntent.Role.PRIMARY ? Phase.PROTECTED : Phase.STARTING;
  }

  private static Decision member(Member member, Step step, boolean held) {
    Step due = liveRoleFirst(member, Refusals.unlessRefused(member, step));
    return new Decision(
        member.key(),
        due.phase(),
        held ? null : due.action(),
        due.waits(),
        held ? ImmutableSet.of() : due.needs(),
        held ? ImmutableList.of() : due.rehearsals(),
        conditions(member, due),
        earlier(due.wake(), untilParkedAnew(member)));
  }

  /**
   * What takes a volume from its place or makes something new is decided on the role read live
   * (design §5.3, §7 rule 5).
   */
  private static Step liveRoleFirst(Member member, Step step) {
    MemberAction action = step.action();
    ImmutableSet.Builder<Evidence> needs = ImmutableSet.builder();
    boolean moves = action instanceof MemberAction.RedirectVolume;
    if ((moves
            || action instanceof MemberAction.CreateTemporaryClaim
            || action instanceof MemberAction.ProtectVolume
            || action instanceof MemberAction.EndVolume)
        && !member.isLive(Evidence.GROUP)) {
      needs.add(Evidence.GROUP);
    }
    if (moves && !member.seen().temporaryClaimLive()) {
      needs.add(Evidence.TEMPORARY_CLAIM);
    }
    ImmutableSet<Evidence> missing = needs.build();
    return missing.isEmpty() ? step : Step.need(step.phase(), missing);
  }

  /** A parked source is parked anew before its date comes near (design §5.4). */
  private static @Nullable Duration untilParkedAnew(Member member) {
    Duration wake = null;
    for (SourceView source : member.seen().sources().known()) {
      if (Journals.of(source) != null && FarSchedule.isFar(source.schedule(), member.now())) {
        wake = earlier(wake, FarSchedule.untilNear(source.schedule(), member.now()));
      }
    }
    return wake;
  }

  private static @Nullable Duration earlier(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static ImmutableList<Condition> conditions(Member member, Step step) {
    ImmutableList<Condition> before = member.seen().conditions();
    Instant now = member.now();
    String phase = step.phase().text();
    Blocked first = step.waits().isEmpty() ? null : step.waits().get(0);
    return ImmutableList.of(
        Conditions.of(before, Conditions.PROTECTED, isProtected(member), phase, "", now),
        Conditions.of(before, Conditions.SYNCING, step.phase() == Phase.SYNCING, phase, "", now),
        Conditions.of(
            before, Conditions.PROVEN, member.proof() != null, phase, proofOf(member), now),
        Conditions.of(
            before, Conditions.RELINQUISHED, step.phase() == Phase.RELINQUISHED, phase, "", now),
        Conditions.blocked(before, first, step.waits().size(), now));
  }

  private static boolean isProtected(Member member) {
    VolumeView volume = member.volume();
    return volume != null
        && volume.policy() == VolumeView.ReclaimPolicy.RETAIN
        && volume.journal().matches(j -> j.group().uid().equals(member.intent().group().uid()));
  }

  private static String proofOf(Member member) {
    var proof = member.proof();
    return proof == null ? "" : "tag " + proof.tag() + ", last sync " + proof.lastSyncTime();
  }

  private static ImmutableList<Condition> conditions(
      Phase phase,
      GroupStep step,
      ImmutableList<Decision> members,
      GroupSnapshot group,
      Instant now) {
    ImmutableList<Condition> before = group.conditions();
    ImmutableList<Blocked> blocked =
        Stream.concat(
                step.waits().list().stream(), members.stream().flatMap(m -> m.blockers().stream()))
            .collect(ImmutableList.toImmutableList());
    return ImmutableList.of(
        Conditions.of(
            before,
            Conditions.PROTECTED,
            all(members, Conditions.PROTECTED),
            phase.text(),
            "",
            now),
        Conditions.of(
            before, Conditions.PROVEN, all(members, Conditions.PROVEN), phase.text(), "", now),
        Conditions.of(
            before, Conditions.RELINQUISHED, phase == Phase.RELINQUISHED, phase.text(), "", now),
        Conditions.blocked(before, blocked.isEmpty() ? null : blocked.get(0), blocked.size(), now));
  }

  /** AND over the members; an empty group is never complete (case H11). */
  private static boolean all(ImmutableList<Decision> members, String type) {
    return !members.isEmpty()
        && members.stream()
            .allMatch(
                m ->
                    m.conditions().stream()
                        .anyMatch(
                            c -> c.type().equals(type) && c.status() == Condition.Status.TRUE));
  }
}
