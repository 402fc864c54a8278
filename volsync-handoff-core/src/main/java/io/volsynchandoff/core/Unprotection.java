// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent;
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
    new Unread(member, waits).claim().volume().sources();
    Journals.addUnreadable(member, waits);
  }

  /**
   * No journal speaks of the claim any more: a finalizer of ours would pin it for ever (case H32),
   * and a source that is still parked for it would never sync again (attack A23).
   */
  private Step withoutJournal(@Nullable VolumeJournal foreign) {
    ClaimView claim = member.claim();
    if (foreign != null || claim == null) {
      return Step.rest(Phase.UNPROTECTED);
    }
    Step source = new Protection(member).restoreSource(claim);
    if (source != null) {
      return source.in(Phase.UNPROTECTING);
    }
    MemberAction release = Protection.release(member);
    return release != null ? Step.act(Phase.UNPROTECTING, release) : Step.rest(Phase.UNPROTECTED);
  }

  private Step decideVolume(VolumeJournal journal) {
    ClaimView claim = member.journalledClaim();
    if (claim == null || !isRestorable(claim, journal)) {
      return keep(journal);
    }
    Step source = new Protection(member).restoreSource(claim);
    return source != null
        ? source.in(Phase.UNPROTECTING)
        : end(journal, journal.originalPolicy(), VolumeJournal.Ending.RESTORED);
  }

  /** P lives and holds V by uid, and no handoff is open (design §5.1, §7 rule 3). */
  private boolean isRestorable(ClaimView claim, VolumeJournal journal) {
    return member.intent().role() == GroupIntent.Role.PRIMARY
        && !claim.meta().isDeleting()
        && claim.isBoundTo(member.theVolume())
        && journal.handoff() == null;
  }

  private Step keep(VolumeJournal journal) {
    return end(journal, ReclaimPolicy.RETAIN, VolumeJournal.Ending.KEPT).along(kept());
  }

  private Waits kept() {
    Waits waits = member.waits();
    waits.add(Blocker.VOLUME_KEPT, member.volumeName(), "held the data of " + member.claimName());
    return waits;
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
      return keep(journal);
    }
    return Step.act(Phase.UNPROTECTING, release != null ? release : forget());
  }

  private Step afterKept(VolumeJournal journal) {
    if (member.theVolume().policy() != ReclaimPolicy.RETAIN) {
      return keep(journal);
    }
    MemberAction release = Protection.release(member);
    return Step.act(Phase.UNPROTECTING, release != null ? release : forget()).along(kept());
  }

  private MemberAction forget() {
    return new MemberAction.ForgetVolume(member.theVolume().meta().ref());
  }
}
