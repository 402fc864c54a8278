// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;

/**
 * Secondary by failover (design §5.0): no final sync; RS deleted, P released, V kept aside on
 * Retain.
 */
final class GivingUp {
  private final Member member;

  GivingUp(Member member) {
    this.member = member;
  }

  Step next() {
    Waits identity = Identity.check(member);
    if (identity.any()) {
      return Step.await(Phase.GIVING_UP, identity);
    }
    boolean proven = member.proof() != null;
    Step retain = Protection.retain(member, proven ? Phase.CLEANING : Phase.GIVING_UP);
    if (retain != null) {
      return retain;
    }
    if (proven) {
      return new Cleaning(member).next();
    }
    VolumeJournal journal = member.theJournal();
    return journal.ending() == VolumeJournal.Ending.GIVEN_UP
        ? source()
        : Step.act(Phase.GIVING_UP, keepAside(member.theVolume(), journal));
  }

  private static MemberAction keepAside(VolumeView volume, VolumeJournal journal) {
    return new MemberAction.EndVolume(
        volume.meta().ref(),
        VolumeView.ReclaimPolicy.RETAIN,
        VolumeJournal.builder().from(journal).ending(VolumeJournal.Ending.GIVEN_UP).build());
  }

  private Step source() {
    Waits waits = member.waits();
    new Unread(member, waits).sources().claim().temporaryClaim();
    if (waits.any()) {
      return Step.await(Phase.GIVING_UP, waits);
    }
    SourceView source = member.frozenSource();
    return source != null && readsOurs(source)
        ? Step.act(Phase.GIVING_UP, new MemberAction.DeleteSource(source.meta().ref()))
        : claims(waits);
  }

  /** One that was pointed at another claim since is that claim's, and let be. */
  private boolean readsOurs(SourceView source) {
    return source.sourceClaimKey().equals(member.key())
        || source.sourceClaimKey().equals(member.temporaryKey());
  }

  /** A volume that is being deleted lives only while a claim binds it (case H20). */
  private boolean wouldVanish(Waits waits) {
    boolean deleting = member.theVolume().meta().isDeleting();
    if (deleting) {
      waits.add(
          Blocker.VOLUME_DELETING, member.volumeName(), "would vanish once no claim binds it");
    }
    return deleting;
  }

  private Step claims(Waits waits) {
    if (wouldVanish(waits)) {
      return Step.await(Phase.GIVING_UP, waits);
    }
    ClaimView temporary = member.temporaryClaim();
    boolean ours = temporary != null && member.isTemporaryClaimOurs();
    if (temporary != null && ours && !temporary.meta().isDeleting()) {
      return Step.act(
          Phase.GIVING_UP, new MemberAction.DeleteTemporaryClaim(temporary.meta().ref()));
    }
    MemberAction release = Protection.release(member);
    if (release != null) {
      return Step.act(Phase.GIVING_UP, release);
    }
    if (ours) {
      waits.add(Blocker.TEMPORARY_CLAIM_TERMINATING, member.temporaryName(), "is on its way out");
      return Step.await(Phase.GIVING_UP, waits);
    }
    return Step.rest(Phase.GIVEN_UP);
  }
}
