// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Steps 10 and 11 (design §5.3): the proof is journalled; RS goes, then T, and V rests Released and
 * retained.
 */
final class Cleaning {
  /** VolSync takes far less. */
  private static final Duration CLEAN_UP = Duration.ofSeconds(10);

  private final Member member;
  private final Proof proof;

  Cleaning(Member member) {
    this.member = member;
    this.proof = Objects.requireNonNull(member.proof(), "asked of a member without a proof");
  }

  Step next() {
    Waits waits = member.waits();
    new Unread(member, waits).claim().temporaryClaim().sources();
    if (waits.any()) {
      return Step.await(Phase.CLEANING, waits);
    }
    MemberAction release = Protection.release(member);
    if (release != null) {
      return Step.act(Phase.CLEANING, release);
    }
    SourceView source = member.source(proof.sourceUid());
    if (source != null) {
      return deleteSource(source);
    }
    addWhyNotAbsent(waits);
    return waits.any() ? Step.await(Phase.CLEANING, waits) : temporaryClaim(waits);
  }

  private Step deleteSource(SourceView source) {
    if (!FinalSync.stillHolds(source, proof, member.temporaryKey())) {
      return voidProof(source);
    }
    if (!isVolumeAsProven()) {
      return spoilSource(source);
    }
    return isAboutToRest(source)
        ? Step.await(Phase.CLEANING, resting(source))
        : Step.act(Phase.CLEANING, new MemberAction.DeleteSource(source.meta().ref()));
  }

  /**
   * V names the very T that the sync has read. That T may be gone by now: nothing but another
   * claimRef lets a new claim have V, so that the proof outlives it (design §5.5).
   */
  private boolean isVolumeAsProven() {
    ClaimRef claimRef = member.theVolume().claimRef();
    return claimRef != null
        && claimRef.names(member.temporaryKey())
        && proof.temporaryClaimUid().equals(claimRef.uid());
  }

  /**
   * A proof that holds no longer is void, and the source is armed again (attack A9). That is
   * decided on the source read live: taken away on a stale view, the proof would be gone while
   * another controller, which still sees it, deletes the unchanged source, and the handoff would
   * wait for that source for ever.
   */
  private Step voidProof(SourceView source) {
    if (!member.isLive(Evidence.SOURCES)) {
      return Step.need(Phase.CLEANING, ImmutableSet.of(Evidence.SOURCES));
    }
    return isVolumeAsProven()
        ? Attempt.raiseChanged(member, source, Phase.CLEANING)
        : Attempt.raise(member, source, Phase.CLEANING);
  }

  /**
   * The source is as it was proven, and V is not. Parked first, the source is of another version
   * than the one on which another controller, with an old view of V, would delete it.
   */
  private Step spoilSource(SourceView source) {
    return Objects.requireNonNull(
        SourceRest.parking(member, ImmutableList.of(source), Phase.CLEANING),
        "a source that bears our tag is not parked");
  }

  /**
   * VolSync writes the source's status once more when it has cleaned up after the sync (facts
   * §1.1); a delete before that would be a conflict. The proof does not rest on it, so that it is
   * not waited for long, and not at all where VolSync's clock is ahead of ours.
   */
  private boolean isAboutToRest(SourceView source) {
    Instant ended = proof.lastSyncTime();
    return !new SourceRest(member, source).standsStill()
        && !member.now().isBefore(ended)
        && member.now().isBefore(ended.plus(CLEAN_UP));
  }

  private Waits resting(SourceView source) {
    return member
        .waits()
        .add(Blocker.SOURCE_BUSY, Member.nameOf(source), "cleans up after the final sync")
        .retryAfter(CLEAN_UP);
  }

  /**
   * RS is absent only when it is gone, no mover of it is left, and nothing that those mount is
   * attached (design §2).
   */
  private void addWhyNotAbsent(Waits waits) {
    new Unread(member, waits).movers();
    for (String left : new Movers(member.seen(), proof.sourceUid(), proof.sourceName()).left()) {
      waits.add(Blocker.MOVER_STILL_RUNNING, left, "is left of the source that was deleted");
    }
    new Use(member, waits).ofAttachments(ImmutableSet.of());
  }

  private Step temporaryClaim(Waits waits) {
    ClaimView temporary = member.temporaryClaim();
    if (temporary != null && isProven(temporary)) {
      return deleteTemporaryClaim(temporary, waits);
    }
    VolumeView.Phase phase = member.theVolume().phase();
    if (phase != VolumeView.Phase.RELEASED) {
      waits.add(Blocker.VOLUME_NOT_RELEASED, member.volumeName(), "is " + phase);
      return Step.await(Phase.CLEANING, waits);
    }
    return relinquished(temporary, waits);
  }

  /**
   * A volume that is being deleted lives only while T binds it: it is told and let be (case H20).
   */
  private Step deleteTemporaryClaim(ClaimView temporary, Waits waits) {
    if (temporary.meta().isDeleting()) {
      waits.add(Blocker.TEMPORARY_CLAIM_TERMINATING, member.temporaryName(), "is on its way out");
    } else if (member.theVolume().meta().isDeleting()) {
      waits.add(
          Blocker.VOLUME_DELETING, member.volumeName(), "would vanish with its temporary claim");
    } else {
      return Step.act(
          Phase.CLEANING, new MemberAction.DeleteTemporaryClaim(temporary.meta().ref()));
    }
    return Step.await(Phase.CLEANING, waits);
  }

  private boolean isProven(ClaimView temporary) {
    return temporary.meta().uid().equals(proof.temporaryClaimUid())
        || member.isTemporaryClaimOurs();
  }

  /**
   * The fixed point. A claim left under P's name, a stranger under T's and other sources that were
   * parked are told, and touched by nobody (design §5.4).
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
    member.rivalSources().stream()
        .filter(source -> Journals.of(source) != null)
        .forEach(
            source ->
                waits.add(
                    Blocker.SOURCE_LEFT_PARKED,
                    Member.nameOf(source),
                    "was parked for the handoff and stays so"));
    return waits.any() ? Step.await(Phase.RELINQUISHED, waits) : Step.rest(Phase.RELINQUISHED);
  }
}
