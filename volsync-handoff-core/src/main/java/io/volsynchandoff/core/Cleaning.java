// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Steps 10 and 11 (design §5.3): the proof is journalled; RS goes, then T, and V rests Released and
 * retained.
 */
final class Cleaning {
  private final Member member;
  private final Proof proof;

  Cleaning(Member member) {
    this.member = member;
    this.proof = Objects.requireNonNull(member.proof(), "asked of a member without a proof");
  }

  Step next() {
    MemberAction release = Protection.release(member);
    if (release != null) {
      return Step.act(Phase.CLEANING, release);
    }
    SourceView source = member.source(proof.sourceUid());
    if (source != null) {
      return deleteSource(source);
    }
    Waits waits = member.waits();
    addWhyNotAbsent(waits);
    if (waits.any()) {
      return Step.await(Phase.CLEANING, waits);
    }
    return temporaryClaim();
  }

  /** A proof that holds no longer is void, and the source is armed again (attack A9). */
  private Step deleteSource(SourceView source) {
    if (FinalSync.stillHolds(source, proof, member.temporaryKey().name())) {
      return Step.act(Phase.CLEANING, new MemberAction.DeleteSource(source.meta().ref()));
    }
    return Step.act(
        Phase.CLEANING,
        new MemberAction.RaiseAttempt(
            member.theVolume().meta().ref(), Journals.raised(member, source, true)));
  }

  /**
   * RS is absent only when it is gone, no mover of it is left, and nothing that those mount is
   * attached (design §2).
   */
  private void addWhyNotAbsent(Waits waits) {
    var seen = member.seen();
    if (seen.sources().isUnknown()) {
      SourceFitness.addWhyNone(member, waits);
    }
    if (seen.jobs().isUnknown()) {
      waits.add(Blocker.USAGE_UNKNOWN, "Jobs in " + member.key().namespace(), seen.jobs().why());
    }
    if (seen.pods().isUnknown()) {
      waits.add(Blocker.USAGE_UNKNOWN, "Pods in " + member.key().namespace(), seen.pods().why());
    }
    for (String left : new Movers(seen, proof.sourceUid(), proof.sourceName()).left()) {
      waits.add(Blocker.MOVER_STILL_RUNNING, left, "is left of the source that was deleted");
    }
    new Use(member, waits).ofAttachments(ImmutableSet.of());
  }

  private Step temporaryClaim() {
    Waits waits = member.waits();
    if (member.seen().temporaryClaim().isUnknown()) {
      waits.add(
          Blocker.USAGE_UNKNOWN, member.temporaryName(), member.seen().temporaryClaim().why());
      return Step.await(Phase.CLEANING, waits);
    }
    ClaimView temporary = member.temporaryClaim();
    if (temporary != null && isProven(temporary)) {
      if (!temporary.meta().isDeleting()) {
        return Step.act(
            Phase.CLEANING, new MemberAction.DeleteTemporaryClaim(temporary.meta().ref()));
      }
      waits.add(Blocker.TEMPORARY_CLAIM_TERMINATING, member.temporaryName(), "is on its way out");
      return Step.await(Phase.CLEANING, waits);
    }
    VolumeView.Phase phase = member.theVolume().phase();
    if (phase != VolumeView.Phase.RELEASED) {
      waits.add(Blocker.VOLUME_NOT_RELEASED, member.volumeName(), "is " + phase);
      return Step.await(Phase.CLEANING, waits);
    }
    return relinquished(temporary, waits);
  }

  private boolean isProven(ClaimView temporary) {
    return temporary.meta().uid().equals(proof.temporaryClaimUid())
        || member.isTemporaryClaimOurs();
  }

  /**
   * The fixed point. A claim left under P's name or a stranger under T's is told, and touched by
   * nobody.
   */
  private Step relinquished(@Nullable ClaimView stranger, Waits waits) {
    if (stranger != null) {
      waits.add(
          Blocker.TEMPORARY_CLAIM_NOT_OURS,
          member.temporaryName(),
          "came after the handoff, and is let be");
    }
    ClaimView claim = member.journalledClaim();
    if (claim != null) {
      waits.add(
          Blocker.CLAIM_NOT_DELETED,
          member.claimName(),
          "was given up, and its owner has not deleted it");
    }
    return waits.any() ? Step.await(Phase.RELINQUISHED, waits) : Step.rest(Phase.RELINQUISHED);
  }
}
