// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Steps 8 and 9 (design §5.3): the source bears our tag, and the proof of §5.5 is waited for. */
final class FinalSync {
  private final Member member;
  private final SourceView source;
  private final String tag;

  FinalSync(Member member, SourceView source) {
    this.member = member;
    this.source = source;
    HandoffRecord record = member.theRecord();
    this.tag = record.id().tag(record.attempt());
  }

  Step next() {
    if (!member.isTemporaryClaimBound() || !member.isTemporaryClaimOurs() || isTerminating()) {
      return temporaryClaimLost();
    }
    if (isArmedForAnother()) {
      return Attempt.raise(member, source, Phase.SYNCING);
    }
    if (!isAsArmed()) {
      return Attempt.raiseChanged(member, source, Phase.SYNCING);
    }
    Waits strangers = member.waits();
    new Unread(member, strangers).pods();
    new Use(member, strangers).ofTemporaryClaim(this::isOurMover);
    if (strangers.has(Blocker.TEMPORARY_CLAIM_IN_USE)) {
      return Attempt.raise(member, source, Phase.SYNCING).along(strangers);
    }
    return isComplete() ? record(strangers) : syncing(strangers);
  }

  private boolean isTerminating() {
    ClaimView temporary = member.temporaryClaim();
    return temporary != null && temporary.meta().isDeleting();
  }

  /** T lost or terminating in mid-sync: steps 3 and 4 run again. */
  private Step temporaryClaimLost() {
    return Objects.requireNonNull(
        Redirection.unmet(member, source), "asked of a temporary claim that is lost");
  }

  /**
   * T was made again since. That the source was paused meanwhile was our own write, so this comes
   * before {@link #isAsArmed}.
   */
  private boolean isArmedForAnother() {
    SourceJournal.Armed armed = Journals.armedOf(source);
    return armed != null
        && armed.id().equals(member.id())
        && armed.attempt() == member.theRecord().attempt()
        && !armed.temporaryClaimUid().equals(temporaryUid());
  }

  /**
   * Same uid, generation as the arming write made it, T and the tag in place (design §5.5). The
   * debug mover is an annotation, which no generation tells, and completes without a sync (§5.4).
   */
  private boolean isAsArmed() {
    SourceJournal.Armed armed = Journals.armedOf(source);
    return armed != null
        && armed.id().equals(member.id())
        && armed.attempt() == member.theRecord().attempt()
        && armed.generation() == source.meta().generation()
        && source.sourceClaimKey().equals(member.temporaryKey())
        && tag.equals(source.manualTag())
        && !source.debugMover();
  }

  private String temporaryUid() {
    ClaimView temporary = member.temporaryClaim();
    return temporary == null ? "" : temporary.meta().uid();
  }

  private boolean isComplete() {
    return tag.equals(source.lastManualSync())
        && !source.isSyncing()
        && source.lastSyncTime() != null;
  }

  /** Our mover bears the tag of the attempt and is controlled by a Job. */
  private boolean isOurMover(PodView pod) {
    return tag.equals(pod.meta().labels().get(HandoffNames.HANDOFF_LABEL))
        && pod.meta().owners().stream().anyMatch(o -> o.controller() && o.kind().equals("Job"));
  }

  private Step syncing(Waits waits) {
    Instant began =
        Conditions.since(
            member.seen().conditions(), Conditions.SYNCING, Condition.Status.TRUE, member.now());
    var patience = member.policy().syncDeadline();
    Instant deadline = began.plus(patience);
    String name = Member.nameOf(source);
    if ("Failed".equals(source.moverResult())) {
      waits.add(Blocker.FINAL_SYNC_FAILING, name, failure(), began, patience);
    } else if (!member.now().isBefore(deadline)) {
      waits.add(Blocker.FINAL_SYNC_STALLED, name, "in flight since " + began, began, patience);
    }
    Step step = Step.await(Phase.SYNCING, waits);
    return step.wake() == null && member.now().isBefore(deadline)
        ? step.wakingAfter(Duration.between(member.now(), deadline))
        : step;
  }

  private String failure() {
    String logs = source.moverLogs();
    return "the last mover that ended has failed" + (logs == null ? "" : ": " + logs.strip());
  }

  private Step record(Waits waits) {
    if (waits.any()) {
      return Step.await(Phase.RECORDING, waits);
    }
    if (!member.isLive(Evidence.PODS)) {
      return Step.need(Phase.RECORDING, ImmutableSet.of(Evidence.PODS));
    }
    HandoffRecord proven = HandoffRecord.builder().from(member.theRecord()).proof(proof()).build();
    VolumeJournal journal =
        VolumeJournal.builder().from(member.theJournal()).handoff(proven).build();
    return Step.act(
        Phase.RECORDING, new MemberAction.RecordProof(member.theVolume().meta().ref(), journal));
  }

  private Proof proof() {
    SourceJournal kept = Journals.kept(member, source);
    return new Proof(
        tag,
        temporaryUid(),
        source.meta().name(),
        source.meta().uid(),
        source.meta().labels(),
        kept.originalSpec(),
        source.meta().generation(),
        Objects.requireNonNull(source.lastSyncTime(), "a complete sync has its time"));
  }

  /** Whether what §5.5 asks of the source still holds for a proof that is journalled. */
  static boolean stillHolds(SourceView source, Proof proof, ClaimKey temporaryClaim) {
    return source.meta().uid().equals(proof.sourceUid())
        && source.meta().generation() == proof.generation()
        && source.sourceClaimKey().equals(temporaryClaim)
        && proof.tag().equals(source.manualTag())
        && proof.tag().equals(source.lastManualSync())
        && !source.isSyncing()
        && !source.debugMover();
  }
}
