// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.SourceView;
import org.jspecify.annotations.Nullable;

/** Bringing a source to rest: parked, standing still, wedged (design §5.4). */
final class SourceRest {
  private static final ImmutableList<String> RESTING =
      ImmutableList.of("WaitingForSchedule", "WaitingForManual");

  private final Member member;
  private final SourceView source;

  SourceRest(Member member, SourceView source) {
    this.member = member;
    this.source = source;
  }

  /** Parked by us: a far schedule alone, not paused, and what it replaced journalled. */
  boolean isParked() {
    return Journals.of(source) != null
        && source.manualTag() == null
        && !source.paused()
        && FarSchedule.isFar(source.schedule(), member.now());
  }

  /** Under a tag of this handoff: no schedule can start anything, so it need not be parked. */
  boolean isUnderOurTag() {
    String tag = source.manualTag();
    return tag != null && member.id().attemptOf(tag) > 0;
  }

  /** Nothing is in flight and nothing will start: VolSync has seen the end and cleaned up. */
  boolean standsStill() {
    String tag = source.manualTag();
    boolean nothingStarts =
        tag != null
            ? tag.equals(source.lastManualSync())
            : FarSchedule.isQuiet(source.schedule(), source.lastSyncTime(), member.now());
    String reason = source.synchronizingReason();
    return source.lastSyncTime() != null
        && !source.isSyncing()
        && reason != null
        && RESTING.contains(reason)
        && nothingStarts;
  }

  /** A sync in flight that can never end by itself, and no mover of it runs. */
  boolean isWedged() {
    return source.isSyncing() && (isClaimUnusable() || isHeldByCopyTrigger()) && noMoverRuns();
  }

  private boolean noMoverRuns() {
    return !member.seen().jobs().isUnknown()
        && !member.seen().pods().isUnknown()
        && movers().running().isEmpty();
  }

  private boolean isClaimUnusable() {
    Observed<ClaimView> observed = syncedClaim();
    ClaimView claim = observed.orNull();
    if (claim == null) {
      return observed.isAbsent();
    }
    return claim.meta().isDeleting()
        || claim.phase() == ClaimView.Phase.LOST
        || (isOfP() && member.journalledClaim() == null);
  }

  private boolean isHeldByCopyTrigger() {
    ClaimView claim = syncedClaim().orNull();
    return claim != null
        && !"Direct".equals(source.copyMethod())
        && claim.meta().annotations().containsKey(HandoffNames.COPY_TRIGGER);
  }

  private boolean isOfP() {
    return source.sourceClaimKey().equals(member.key());
  }

  private Observed<ClaimView> syncedClaim() {
    ClaimKey synced = source.sourceClaimKey();
    if (synced.equals(member.key())) {
      return member.seen().claim();
    }
    return synced.equals(member.temporaryKey())
        ? member.seen().temporaryClaim()
        : Observed.unknown("claim " + synced + " is none of this member's");
  }

  Movers movers() {
    return new Movers(member.seen(), source.meta().uid(), source.meta().name());
  }

  MemberAction park() {
    return new MemberAction.ParkSource(
        source.meta().ref(), farSchedule(), Journals.kept(member, source));
  }

  MemberAction unwedge() {
    return new MemberAction.UnwedgeSource(
        source.meta().ref(),
        SourceFitness.mover(source),
        member.temporaryKey().name(),
        farSchedule(),
        Journals.kept(member, source));
  }

  private String farSchedule() {
    String schedule = source.schedule();
    return schedule != null && FarSchedule.isFar(schedule, member.now())
        ? schedule
        : FarSchedule.choose(source.lastSyncTime(), member.now());
  }

  /** Adds why it does not stand still yet, unless it is wedged and never will. */
  void addUnlessSettled(Waits waits) {
    if (!standsStill() && !isWedged()) {
      addTo(waits);
    }
  }

  /** Why it does not stand still yet. */
  void addTo(Waits waits) {
    String message = source.synchronizingMessage();
    String seen =
        source.isSyncing()
            ? "a sync is in flight since " + source.lastSyncStartTime()
            : source.lastSyncTime() == null
                ? "its first sync is still to come"
                : "has not come to rest";
    waits.add(
        Blocker.SOURCE_BUSY, Member.nameOf(source), message == null ? seen : seen + ": " + message);
  }

  static void addUnreadable(SourceView source, Waits waits) {
    waits.add(Blocker.JOURNAL_UNREADABLE, Member.nameOf(source), source.journal().why());
  }

  /**
   * What parking has to write for the first of these sources that is not parked, or null once all
   * of them are. A journal that cannot be read is never written over: it holds the only copy of the
   * source's spec.
   */
  static @Nullable Step parking(Member member, ImmutableList<SourceView> sources, Phase phase) {
    for (SourceView each : sources) {
      if (each.journal().isUnknown()) {
        Waits waits = member.waits();
        addUnreadable(each, waits);
        return Step.await(phase, waits);
      }
      SourceRest rest = new SourceRest(member, each);
      if (!rest.isParked()) {
        return Step.act(phase, rest.park());
      }
    }
    return null;
  }
}
