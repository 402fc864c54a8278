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
    if (member.proof() != null) {
      return new Cleaning(member).next();
    }
    VolumeView volume = member.theVolume();
    VolumeJournal journal = member.theJournal();
    if (journal.ending() != VolumeJournal.Ending.GIVEN_UP
        || volume.policy() != VolumeView.ReclaimPolicy.RETAIN) {
      return Step.act(Phase.GIVING_UP, keepAside(volume, journal));
    }
    return source();
  }

  private static MemberAction keepAside(VolumeView volume, VolumeJournal journal) {
    return new MemberAction.EndVolume(
        volume.meta().ref(),
        VolumeView.ReclaimPolicy.RETAIN,
        VolumeJournal.builder().from(journal).ending(VolumeJournal.Ending.GIVEN_UP).build());
  }

  private Step source() {
    if (member.seen().sources().isUnknown()) {
      Waits waits = member.waits();
      SourceFitness.addWhyNone(member, waits);
      return Step.await(Phase.GIVING_UP, waits);
    }
    SourceView source = member.frozenSource();
    if (source != null) {
      return Step.act(Phase.GIVING_UP, new MemberAction.DeleteSource(source.meta().ref()));
    }
    return claims();
  }

  private Step claims() {
    ClaimView temporary = member.temporaryClaim();
    if (temporary != null && member.isTemporaryClaimOurs() && !temporary.meta().isDeleting()) {
      return Step.act(
          Phase.GIVING_UP, new MemberAction.DeleteTemporaryClaim(temporary.meta().ref()));
    }
    MemberAction release = Protection.release(member);
    return release != null ? Step.act(Phase.GIVING_UP, release) : Step.rest(Phase.GIVEN_UP);
  }
}
