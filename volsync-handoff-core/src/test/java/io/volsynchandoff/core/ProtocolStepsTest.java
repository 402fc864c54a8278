// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The good case, step by step (design §5.3): what each step writes, on what, and that nothing is
 * written before its condition holds.
 */
class ProtocolStepsTest {
  @Test
  void step1RehearsesTheTemporaryClaimAndTheArmingPatchBeforeAnythingIsTouched() {
    Scene scene = Scene.at(Stage.QUIESCED);
    SceneMember data = scene.data();
    data.rehearsals.clear();

    Decision decision = scene.decide();
    assertDecision(decision).isAt(Phase.QUIESCING).writesNothing();
    assertThat(decision.rehearsals())
        .containsExactly(
            new MemberAction.CreateTemporaryClaim(SampleObjects.wantedTemporaryClaim(data)),
            SampleObjects.arming(data, ""));
  }

  @Test
  void step1WaitsForThePodsOfTheClaim() {
    Scene scene = Scene.at(Stage.QUIESCED);
    scene.data().pod(SampleObjects.pod("shop-0", "n1", scene.data().key));

    assertDecision(scene.decide()).isAt(Phase.QUIESCING).waitsFor(Blocker.CLAIM_IN_USE);
  }

  @Test
  void step2ParksTheSourceAndJournalsWhatItReplaces() {
    Scene scene = Scene.at(Stage.QUIESCED);

    assertDecision(scene.decide())
        .isAt(Phase.PARKING)
        .writes(
            new MemberAction.ParkSource(
                new ObjectRef("shop", "data", "uid-rs-data", "31"),
                "0 0 8 3 *",
                SampleObjects.sourceJournal(scene.data())));
  }

  @Test
  void step2WaitsUntilTheParkedSourceStandsStill() {
    Scene scene = Scene.at(Stage.PARKED);
    scene.data().source(s -> s.lastSyncStartTime(Scene.NOW).synchronizingReason("SyncInProgress"));

    assertDecision(scene.decide()).isAt(Phase.PARKING).waitsFor(Blocker.SOURCE_BUSY);
  }

  @Test
  void step3RedirectsTheVolumeOnALiveRoleAndALiveLookAtTheName() {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember data = scene.data();

    assertDecision(scene.lookAtData())
        .isAt(Phase.REDIRECTING)
        .writesNothing()
        .needs(Evidence.GROUP, Evidence.TEMPORARY_CLAIM);
    assertDecision(scene.decide())
        .writes(
            new MemberAction.RedirectVolume(
                new ObjectRef("", "pv-data", "uid-pv-data", "21"),
                data.temporaryKey(),
                VolumeJournal.builder()
                    .from(SampleObjects.journal(data))
                    .handoff(firstAttempt(data))
                    .build()));
  }

  private static HandoffRecord firstAttempt(SceneMember m) {
    return HandoffRecord.builder()
        .id(Scene.ID)
        .attempt(1)
        .memberCount(1)
        .sourceUid(m.sourceUid())
        .build();
  }

  @Test
  void step4CreatesTheTemporaryClaimOnTheAllowListAlone() {
    Scene scene = Scene.at(Stage.REDIRECTED);

    assertDecision(scene.lookAtData()).writesNothing().needs(Evidence.GROUP);
    assertDecision(scene.decide())
        .isAt(Phase.BINDING)
        .writes(
            new MemberAction.CreateTemporaryClaim(
                SampleObjects.wantedTemporaryClaim(scene.data())));
  }

  @Test
  void step4WaitsUntilBothAreBoundByUid() {
    Scene scene = Scene.at(Stage.BOUND);
    scene.data().volume(v -> v.claimRef(scene.data().toTemporary(null)));

    assertDecision(scene.decide()).isAt(Phase.BINDING).waitsFor(Blocker.TEMPORARY_CLAIM_NOT_BOUND);
  }

  @Test
  void step5ReleasesTheClaim() {
    Scene scene = Scene.at(Stage.BOUND);

    assertDecision(scene.decide())
        .isAt(Phase.RELEASING)
        .writes(
            new MemberAction.ReleaseClaim(
                new ObjectRef("shop", "data", "uid-data", "11"),
                ImmutableList.of(SampleObjects.PVC_PROTECTION)));
  }

  @Test
  void step6NeedsLiveEvidenceInTheOrderThatCatchesALateMount() {
    Scene scene = Scene.at(Stage.RELEASED);

    assertDecision(scene.lookAtData()).isAt(Phase.FENCING).writesNothing();
    assertThat(scene.lookAtData().needs())
        .containsExactly(Evidence.VOLUMES, Evidence.PODS, Evidence.JOBS, Evidence.ATTACHMENTS);
  }

  @Test
  void step7ArmsTheSourceInOneWriteOnTheVersionInWhichItStandsStill() {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();

    MemberAction.ArmSource write =
        assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);
    assertThat(write).isEqualTo(SampleObjects.arming(data, data.temporaryUid()));
    assertThat(write.target().resourceVersion()).isEqualTo("31");
    assertThat(write.tag()).isEqualTo("handoff-a1b2c3d4-7-1");
    assertDecision(scene.lookAtData()).isAt(Phase.ARMING);
  }

  @ParameterizedTest
  @EnumSource(names = {"ARMED", "SYNCING"})
  void step8WaitsForTheFinalSync(Stage stage) {
    Scene scene = Scene.at(stage);

    assertDecision(scene.decide()).rests(Phase.SYNCING);
    assertThat(scene.lookAtData().wakeAfter()).isEqualTo(scene.policy.syncDeadline());
  }

  @Test
  void step9JournalsTheProofOnceNoStrangerIsSeenLiveOnTheTemporaryClaim() {
    Scene scene = Scene.at(Stage.COMPLETED);
    SceneMember data = scene.data();

    assertDecision(scene.lookAtData()).isAt(Phase.RECORDING).writesNothing().needs(Evidence.PODS);
    assertDecision(scene.decide())
        .writes(
            new MemberAction.RecordProof(
                data.theVolume().meta().ref(),
                VolumeJournal.builder()
                    .from(SampleObjects.journal(claimOf(data)))
                    .handoff(
                        HandoffRecord.builder()
                            .from(firstAttempt(data))
                            .proof(SampleObjects.proof(data))
                            .build())
                    .build()));
  }

  /** The member with its claim back, which the journal recorded while it was there. */
  private static SceneMember claimOf(SceneMember data) {
    data.claim = Observed.of(SampleObjects.claim(data));
    return data;
  }

  @Test
  void step10DeletesTheSourceOnTheVersionThatStillProves() {
    Scene scene = Scene.at(Stage.PROVEN);

    assertDecision(scene.decide())
        .isAt(Phase.CLEANING)
        .writes(new MemberAction.DeleteSource(new ObjectRef("shop", "data", "uid-rs-data", "31")));
  }

  /** VolSync writes the source's status once more; a delete before that would only conflict. */
  @Test
  void step10LetsVolSyncCleanUpAfterTheSyncButNotForLong() {
    Scene scene = Scene.at(Stage.PROVEN);
    scene.data().source(s -> s.synchronizingReason("CleaningUp"));
    assertDecision(scene.decide()).isAt(Phase.CLEANING).waitsFor(Blocker.SOURCE_BUSY);

    provenBy(scene, Scene.NOW.minusSeconds(10));
    assertDecision(scene.decide()).writes(MemberAction.DeleteSource.class);
  }

  @Test
  void step10DoesNotWaitForAClockThatIsAheadOfOurs() {
    Scene scene = Scene.at(Stage.PROVEN);
    scene.data().source(s -> s.synchronizingReason("CleaningUp"));

    provenBy(scene, Scene.NOW.plusSeconds(1));
    assertDecision(scene.decide()).writes(MemberAction.DeleteSource.class);
  }

  private static void provenBy(Scene scene, Instant ended) {
    Proof proof = Objects.requireNonNull(scene.data().theRecord().proof());
    scene.data().source(s -> s.lastSyncTime(ended));
    scene
        .data()
        .handoff(
            h ->
                h.proof(
                    new Proof(
                        proof.tag(),
                        proof.temporaryClaimUid(),
                        proof.sourceName(),
                        proof.sourceUid(),
                        proof.sourceLabels(),
                        proof.sourceSpec(),
                        proof.generation(),
                        ended)));
  }

  @Test
  void step10ThenDeletesTheTemporaryClaimByItsUid() {
    Scene scene = Scene.at(Stage.SOURCE_GONE);

    assertDecision(scene.decide())
        .isAt(Phase.CLEANING)
        .writes(
            new MemberAction.DeleteTemporaryClaim(
                new ObjectRef("shop", "data-handoff", "uid-t-data", "41")));
  }

  /** What is not Released is not at rest, whoever changed it. */
  @ParameterizedTest
  @EnumSource(
      value = VolumeView.Phase.class,
      names = {"AVAILABLE", "BOUND", "FAILED", "PENDING"})
  void step10WaitsUntilTheVolumeIsReleased(VolumeView.Phase phase) {
    Scene scene = Scene.at(Stage.RELINQUISHED);
    scene.data().volume(v -> v.phase(phase));

    assertDecision(scene.decide()).isAt(Phase.CLEANING).waitsFor(Blocker.VOLUME_NOT_RELEASED);
  }

  @Test
  void step11IsAFixedPoint() {
    Scene scene = Scene.at(Stage.RELINQUISHED, "data", "logs");

    GroupDecision group = scene.look();
    assertThat(group.phase()).isEqualTo(Phase.RELINQUISHED);
    assertThat(group.action()).isNull();
    assertThat(group.needs()).isEmpty();
    assertThat(group.wakeAfter()).isNull();
    group.members().forEach(member -> assertDecision(member).rests(Phase.RELINQUISHED));
  }

  @Test
  void eightWritesLeadFromTheFreezeToTheEnd() {
    List<Class<?>> writes = new ArrayList<>();
    for (Stage stage : Stage.values()) {
      MemberAction action = Scene.at(stage).decide().action();
      if (stage.isFrozen() && action != null) {
        writes.add(action.getClass());
      }
    }
    assertThat(writes)
        .containsExactly(
            MemberAction.ParkSource.class,
            MemberAction.RedirectVolume.class,
            MemberAction.CreateTemporaryClaim.class,
            MemberAction.ReleaseClaim.class,
            MemberAction.ArmSource.class,
            MemberAction.RecordProof.class,
            MemberAction.DeleteSource.class,
            MemberAction.DeleteTemporaryClaim.class);
  }

  @ParameterizedTest
  @EnumSource
  void equalSnapshotsGiveEqualDecisions(Stage stage) {
    assertThat(Scene.at(stage, "data", "logs").pass())
        .isEqualTo(Scene.at(stage, "data", "logs").pass());
  }
}
