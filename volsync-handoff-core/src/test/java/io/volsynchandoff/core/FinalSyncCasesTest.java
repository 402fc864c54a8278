// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cases from the field about the final sync: what it must not be taken for, and what it waits for.
 */
class FinalSyncCasesTest {
  private static final Instant EARLIER = Scene.NOW.minus(Duration.ofMinutes(4));

  private static Scene released(UnaryOperator<SourceView.Builder> change) {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().source(change);
    return scene;
  }

  /**
   * H01: a sync that began before the quiesce is stamped with the final tag. Parking, no pre-tag.
   */
  @Test
  void h01_aSyncInFlightIsNeverArmedOver() {
    Scene scene = released(s -> s.lastSyncStartTime(EARLIER).synchronizingReason("SyncInProgress"));

    scene.data().job(SampleObjects.moverJob(scene.data()));

    assertDecision(scene.decide())
        .isAt(Phase.FENCING)
        .waitsFor(Blocker.SOURCE_BUSY, Blocker.MOVER_STILL_RUNNING);
  }

  /** H01: what ends under a generation that is not the armed one proves nothing. */
  @Test
  void h01_aTagThatWasStampedUnderAnotherGenerationIsNoProof() {
    Scene scene = Scene.at(Stage.COMPLETED);
    scene.data().sourceMeta(m -> m.generation(4));

    assertDecision(scene.decide()).writes(MemberAction.RaiseAttempt.class);
  }

  /**
   * H02: a constant tag, used before, is "complete" without a sync. Here tags bear id and attempt.
   */
  @Test
  void h02_aTagThatTheSourceHasSeenIsNeverArmedAgain() {
    Scene scene = released(s -> s.lastManualSync(Scene.TAG));

    MemberAction.RaiseAttempt raise =
        assertDecision(scene.decide()).writes(MemberAction.RaiseAttempt.class);
    assertThat(raise.journal().handoff())
        .satisfies(handoff -> assertThat(handoff.attempt()).isEqualTo(2));
  }

  /** H02: the tag of another handoff says nothing about this one. */
  @Test
  void h02_theTagOfAnEarlierHandoffIsNotThisOnes() {
    Scene scene = released(s -> s.lastManualSync(HandoffId.of(Scene.GROUP.uid(), 3).tag(9)));

    assertThat(assertDecision(scene.decide()).writes(MemberAction.ArmSource.class).tag())
        .isEqualTo(Scene.TAG);
  }

  /**
   * H03: the final sync sends a left-over snapshot or clone. No copy is deleted here, as the case
   * would have it: Direct and a label of its own keep every left-over out of the final sync.
   */
  @Test
  void h03_theFinalSyncReadsTheTemporaryClaimDirectlyUnderALabelOfItsOwn() {
    Scene scene = released(s -> s.moverPodLabels(ImmutableMap.of("team", "shop")));

    MemberAction.ArmSource arm =
        assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);
    assertThat(arm.temporaryClaim()).isEqualTo("data-handoff");
    assertThat(arm.moverPodLabels())
        .containsExactlyInAnyOrderEntriesOf(
            ImmutableMap.of("team", "shop", HandoffNames.HANDOFF_LABEL, Scene.TAG));
  }

  /** H03: a Job left of an older sync still holds an old copy. */
  @Test
  void h03_aMoverThatIsLeftHoldsArmingBack() {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().job(SampleObjects.moverJob(scene.data()));

    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.MOVER_STILL_RUNNING);
  }

  /** H36: a tag on a source that still reads the deleted claim never ends. Both go in one write. */
  @Test
  void h36_aTagWithoutTheTemporaryClaimIsArmedAgain() {
    Scene scene = Scene.at(Stage.ARMED);
    scene.data().source(s -> s.sourceClaim("data"));

    assertDecision(scene.decide())
        .tells(Blocker.SOURCE_CHANGED)
        .writes(MemberAction.RaiseAttempt.class);
  }

  /**
   * H42: with a short schedule there is always a Job. The schedule goes first, then rest is
   * awaited.
   */
  @Test
  void h42_aBusySourceIsParkedAtOnce() {
    Scene scene = Scene.at(Stage.QUIESCED);
    SceneMember data = scene.data();
    data.source(
        s ->
            s.schedule("*/1 * * * *")
                .lastSyncStartTime(EARLIER)
                .synchronizingReason("SyncInProgress"));
    data.job(SampleObjects.moverJob(data));

    assertDecision(scene.decide()).isAt(Phase.PARKING).writes(MemberAction.ParkSource.class);
  }

  /**
   * H44: the mover never succeeds; VolSync has no failure state. Told with its log, never complete.
   */
  @Test
  void h44_aFailingMoverIsToldAndNeverTakenForAnEnd() {
    Scene scene = Scene.at(Stage.SYNCING);
    scene.data().source(s -> s.moverResult("Failed").moverLogs("connection refused"));

    Decision decision = scene.decide();
    assertDecision(decision).isAt(Phase.SYNCING).waitsFor(Blocker.FINAL_SYNC_FAILING);
    assertThat(decision.blockers().get(0).message()).contains("connection refused");
  }

  /**
   * H44, H47: not started or not ended by the deadline, for example a mover that is never
   * scheduled.
   */
  @ParameterizedTest
  @ValueSource(longs = {60, 600})
  void h44_h47_aFinalSyncThatDoesNotEndIsToldAfterItsDeadline(long minutes) {
    Scene scene = Scene.at(Stage.SYNCING);
    scene
        .data()
        .conditions
        .add(
            new Condition(
                Conditions.SYNCING,
                Condition.Status.TRUE,
                "Syncing",
                "",
                Scene.NOW.minus(Duration.ofMinutes(minutes))));

    assertDecision(scene.decide()).isAt(Phase.SYNCING).waitsFor(Blocker.FINAL_SYNC_STALLED);
  }

  /** H47: an application pod that is not scheduled yet would take the volume elsewhere. */
  @Test
  void h47_aPendingPodOfTheClaimCounts() {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();
    data.pods =
        Listed.of(
            List.of(
                PodView.builder()
                    .from(SampleObjects.pod("shop-0", "n1", data.key))
                    .node(null)
                    .build()));

    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.CLAIM_IN_USE);
  }

  /** H47: T keeps the access modes, the mode and the class, so that the mover fits where V is. */
  @Test
  void h47_theTemporaryClaimKeepsWhatTheVolumeCanDo() {
    Scene scene = Scene.at(Stage.REDIRECTED);
    SceneMember data = scene.data();
    data.volume(v -> v.volumeMode("Block"));
    data.claim(c -> c.volumeMode("Block").accessModes(List.of("ReadWriteOncePod")));

    var claim =
        assertDecision(scene.decide()).writes(MemberAction.CreateTemporaryClaim.class).claim();
    assertThat(claim.volumeMode()).isEqualTo("Block");
    assertThat(claim.accessModes()).containsExactly("ReadWriteOncePod");
    assertThat(claim.storageClass()).isEqualTo("fast");
  }

  /** H59: the mover's own pod and attachment look like the application's. */
  @Test
  void h59_ourOwnMoverIsNoUserOfTheVolume() {
    assertDecision(Scene.at(Stage.SYNCING).decide()).rests(Phase.SYNCING);
  }

  /** H59: any other pod on T is a stranger, and what this attempt carries counts no more. */
  @Test
  void h59_aStrangerOnTheTemporaryClaimVoidsTheAttempt() {
    Scene scene = Scene.at(Stage.SYNCING);
    SceneMember data = scene.data();
    data.pod(SampleObjects.pod("debug", "n2", data.temporaryKey()));

    assertDecision(scene.decide())
        .tells(Blocker.TEMPORARY_CLAIM_IN_USE)
        .writes(MemberAction.RaiseAttempt.class);
  }

  /** H60: a result of relocation 1 is read by relocation 2. Every record bears the id. */
  @Test
  void h60_theProofOfAnotherHandoffIsNone() {
    Scene scene = Scene.at(Stage.PROVEN);
    scene.data().handoff(h -> h.id(HandoffId.of(Scene.GROUP.uid(), 3)));

    Decision decision = scene.decide();
    assertThat(decision.phase()).isLessThan(Phase.ARMING);
    assertThat(decision.holds(Conditions.PROVEN)).isFalse();
  }

  /**
   * H61: decided on a stale cache. Not by the length of the sync, as the case would have it: the
   * write is conditional on the version, and what may use the volume is read live.
   */
  @Test
  void h61_nothingIsArmedOnCachedEvidence() {
    Scene scene = Scene.at(Stage.RELEASED);

    assertDecision(scene.lookAtData()).writesNothing();
    assertThat(assertDecision(scene.decide()).writes(MemberAction.ArmSource.class).target())
        .isEqualTo(scene.data().theSource().meta().ref());
  }

  /** H65: the peers disagree about the end. Only the source's own completion counts here. */
  @Test
  void h65_onlyTheSourcesOwnEndCounts() {
    Scene scene = Scene.at(Stage.COMPLETED);
    scene.data().source(s -> s.moverResult("Failed"));
    assertDecision(scene.decide()).writes(MemberAction.RecordProof.class);

    Scene open = Scene.at(Stage.COMPLETED);
    open.data().source(s -> s.moverResult("Successful").lastSyncStartTime(Scene.NOW));
    assertDecision(open.decide()).isAt(Phase.SYNCING).writesNothing();
  }
}
