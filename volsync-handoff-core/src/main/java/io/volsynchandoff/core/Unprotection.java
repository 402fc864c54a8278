// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A group that is deleted while nothing is handed off (design §5.1). V decides first and says so in
 * its journal; then P's finalizer comes off; then the journal goes. A deletion of P that comes late
 * finds V decided, and never a policy of Delete that we set under it (attack A21).
 */
final class Unprotection {
  private final Member member;

  Unprotection(Member member) {
    this.member = member;
  }

  Step next() {
    Waits waits = member.waits();
    addUnknowns(waits);
    if (waits.any()) {
      return Step.await(Phase.UNPROTECTING, waits);
    }
    VolumeJournal journal = member.journal();
    if (journal == null || !journal.group().uid().equals(member.intent().group().uid())) {
      return withoutJournal(journal);
    }
    VolumeJournal.Ending ending = journal.ending();
    if (ending == null) {
      return decideVolume(journal);
    }
    return switch (ending) {
      case RESTORED -> afterRestored(journal);
      case KEPT -> afterKept(journal);
      case GIVEN_UP -> Step.rest(Phase.GIVEN_UP);
    };
  }

  private void addUnknowns(Waits waits) {
    if (member.seen().claim().isUnknown()) {
      waits.add(Blocker.USAGE_UNKNOWN, member.claimName(), member.seen().claim().why());
    }
    if (member.seen().volume().isUnknown()) {
      waits.add(Blocker.USAGE_UNKNOWN, member.volumeName(), member.seen().volume().why());
    }
    VolumeView volume = member.volume();
    if (volume != null && volume.journal().isUnknown()) {
      waits.add(Blocker.JOURNAL_UNREADABLE, member.volumeName(), volume.journal().why());
    }
  }

  /** A finalizer of ours on a claim that no journal speaks of would pin it for ever (case H32). */
  private Step withoutJournal(@Nullable VolumeJournal foreign) {
    MemberAction release = foreign == null ? Protection.release(member) : null;
    return release != null ? Step.act(Phase.UNPROTECTING, release) : Step.rest(Phase.UNPROTECTED);
  }

  private Step decideVolume(VolumeJournal journal) {
    ClaimView claim = member.journalledClaim();
    boolean restorable =
        member.intent().role() == GroupIntent.Role.PRIMARY
            && claim != null
            && !claim.meta().isDeleting()
            && claim.isBoundTo(member.theVolume());
    if (!restorable || claim == null) {
      return end(journal, ReclaimPolicy.RETAIN, VolumeJournal.Ending.KEPT);
    }
    Step source = new Protection(member).restoreSource(claim);
    return source != null
        ? new Step(
            Phase.UNPROTECTING,
            source.action(),
            source.waits(),
            source.needs(),
            source.rehearsals(),
            null)
        : end(journal, journal.originalPolicy(), VolumeJournal.Ending.RESTORED);
  }

  private Step end(VolumeJournal journal, ReclaimPolicy policy, VolumeJournal.Ending ending) {
    return Step.act(
        Phase.UNPROTECTING,
        new MemberAction.EndVolume(
            member.theVolume().meta().ref(),
            policy,
            VolumeJournal.builder().from(journal).ending(ending).build()));
  }

  /** A P that began to go before it was released takes the restored policy back. */
  private Step afterRestored(VolumeJournal journal) {
    MemberAction release = Protection.release(member);
    ClaimView claim = member.claim();
    if (release != null && claim != null && claim.meta().isDeleting()) {
      return end(journal, ReclaimPolicy.RETAIN, VolumeJournal.Ending.KEPT);
    }
    return Step.act(Phase.UNPROTECTING, release != null ? release : forget());
  }

  private Step afterKept(VolumeJournal journal) {
    if (member.theVolume().policy() != ReclaimPolicy.RETAIN) {
      return end(journal, ReclaimPolicy.RETAIN, VolumeJournal.Ending.KEPT);
    }
    MemberAction release = Protection.release(member);
    return Step.act(Phase.UNPROTECTING, release != null ? release : forget());
  }

  private MemberAction forget() {
    return new MemberAction.ForgetVolume(member.theVolume().meta().ref());
  }
}
