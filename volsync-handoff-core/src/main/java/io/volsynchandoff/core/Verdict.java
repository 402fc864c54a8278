// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.Evidence;
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
    GroupStanding standing = new GroupStanding(group, members);
    return new GroupDecision(
        standing.phase(),
        step.action(),
        step.waits().list(),
        needs.build(),
        members,
        standing.conditions(blocked(step, members), now),
        wake);
  }

  private static ImmutableList<Blocked> blocked(GroupStep step, ImmutableList<Decision> members) {
    return Stream.concat(
            step.waits().list().stream(), members.stream().flatMap(m -> m.blockers().stream()))
        .collect(ImmutableList.toImmutableList());
  }

  private static Decision member(Member member, Step step, boolean held) {
    Step due = liveFirst(member, Refusals.unlessRefused(member, step));
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
   * What takes a volume from its place, makes something new or ends something is decided on the
   * role read live; what lets a volume be reclaimed, on a claim that is seen alive; what lets go of
   * the claim that holds a volume, on a volume that is seen retained (design §5.3, §7 rules 1, 3, 5
   * and 10).
   */
  private static Step liveFirst(Member member, Step step) {
    MemberAction action = step.action();
    ImmutableSet.Builder<Evidence> needs = ImmutableSet.builder();
    if (action != null && restsOnRole(action)) {
      needs.add(Evidence.GROUP);
    }
    if (action instanceof MemberAction.EndVolume end
        && end.policy() != VolumeView.ReclaimPolicy.RETAIN) {
      needs.add(Evidence.CLAIMS);
    }
    if (action instanceof MemberAction.RedirectVolume) {
      needs.add(Evidence.TEMPORARY_CLAIM);
    }
    if (letsGoOfClaim(action) && member.volume() != null) {
      needs.add(Evidence.VOLUME);
    }
    ImmutableSet<Evidence> missing =
        needs.build().stream()
            .filter(each -> !member.isLive(each))
            .collect(Sets.toImmutableEnumSet());
    return missing.isEmpty() ? step : Step.need(step.phase(), missing);
  }

  private static boolean restsOnRole(MemberAction action) {
    return action instanceof MemberAction.RedirectVolume
        || action instanceof MemberAction.CreateTemporaryClaim
        || action instanceof MemberAction.ProtectVolume
        || action instanceof MemberAction.RestoreSource
        || action instanceof MemberAction.EndVolume;
  }

  private static boolean letsGoOfClaim(@Nullable MemberAction action) {
    return action instanceof MemberAction.ReleaseClaim
        || action instanceof MemberAction.DeleteTemporaryClaim;
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
        Conditions.of(before, Conditions.PROTECTED, isProtected(member, step), phase, "", now),
        Conditions.of(before, Conditions.SYNCING, step.phase() == Phase.SYNCING, phase, "", now),
        Conditions.of(
            before, Conditions.PROVEN, member.proof() != null, phase, proofOf(member), now),
        Conditions.of(
            before, Conditions.RELINQUISHED, step.phase() == Phase.RELINQUISHED, phase, "", now),
        Conditions.blocked(before, first, step.waits().size(), now));
  }

  /** Truthful as a word to the operator: only what was observed counts (cases H10 and H12). */
  private static boolean isProtected(Member member, Step step) {
    VolumeView volume = member.volume();
    return volume != null
        && volume.policy() == VolumeView.ReclaimPolicy.RETAIN
        && member.isJournalledHere()
        && step.phase() != Phase.PROTECTING
        && step.phase() != Phase.REFUSED;
  }

  private static String proofOf(Member member) {
    var proof = member.proof();
    return proof == null ? "" : "tag " + proof.tag() + ", last sync " + proof.lastSyncTime();
  }
}
