// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attacks A5 to A7 and A9: what is no proof, and what comes after it. */
class AttemptAttacksTest {
  /** A5: attempt 1 ended, T was written by someone: attempt 2 has another tag and another label. */
  @Test
  void a05_aVoidAttemptIsFollowedByOneWithAnotherTagAndLabel() {
    Scene scene = Scene.at(Stage.COMPLETED);
    SceneMember data = scene.data();
    data.pod(SampleObjects.pod("debug", "n2", data.temporaryKey()));
    MemberAction.RaiseAttempt raise =
        assertDecision(scene.decide()).writes(MemberAction.RaiseAttempt.class);
    HandoffRecord record = Objects.requireNonNull(raise.journal().handoff());
    assertThat(record.attempt()).isEqualTo(2);
    assertThat(record.sourceChanges()).isZero();

    data.pods = Listed.none();
    data.handoff(h -> h.attempt(2));
    MemberAction.ArmSource arm =
        assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);
    assertThat(arm.tag()).isEqualTo(Scene.ID.tag(2));
    assertThat(arm.moverPodLabels())
        .isEqualTo(ImmutableMap.of(HandoffNames.HANDOFF_LABEL, Scene.ID.tag(2)));
  }

  /** A6: whatever the source has seen of this id counts: in status, in spec, in its journal. */
  @Test
  void a06_theAttemptIsHigherThanAnyThatTheSourceHasSeen() {
    Scene status = Scene.at(Stage.RELEASED);
    status.data().source(s -> s.lastManualSync(Scene.ID.tag(3)));
    Scene journal = Scene.at(Stage.RELEASED);
    journal
        .data()
        .source(
            s ->
                s.journal(
                    Observed.of(
                        SourceJournal.builder()
                            .from(SampleObjects.sourceJournal(journal.data()))
                            .armed(new SourceJournal.Armed(Scene.ID, 3, "t", 9))
                            .build())));
    for (Scene scene : List.of(status, journal)) {
      assertThat(attemptAfter(scene)).isEqualTo(4);
    }
  }

  /**
   * A6: a source that lost its journal after the redirect may have been armed: its tag is spent.
   */
  @Test
  void a06_aSourceThatLostItsJournalHasSpentTheAttempt() {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().source(s -> s.journal(Observed.absent()).schedule("*/5 * * * *"));
    MemberAction.ParkSource park =
        assertDecision(scene.decide()).writes(MemberAction.ParkSource.class);

    scene.data().source(s -> s.journal(Observed.of(park.journal())).schedule(park.schedule()));
    assertThat(attemptAfter(scene)).isEqualTo(2);
  }

  private static int attemptAfter(Scene scene) {
    return Objects.requireNonNull(
            assertDecision(scene.decide())
                .writes(MemberAction.RaiseAttempt.class)
                .journal()
                .handoff())
        .attempt();
  }

  /** A7: T is deleted after it was bound: claimRef keeps its uid, and no other T would be bound. */
  @ParameterizedTest
  @EnumSource(names = {"BOUND", "RELEASED", "ARMED", "SYNCING", "COMPLETED"})
  void a07_theDeadUidOfALostTemporaryClaimIsCleared(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().temporaryClaim = Observed.absent();

    assertThat(assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class).to())
        .isEqualTo(scene.data().temporaryKey());

    scene.data().volume(v -> v.claimRef(scene.data().toTemporary(null)));
    assertDecision(scene.decide()).writes(MemberAction.CreateTemporaryClaim.class);
  }

  /** A7: T was made again after arming: its uid is not the armed one, so that nothing is proven. */
  @Test
  void a07_aTemporaryClaimThatWasMadeAgainNeedsAnotherAttempt() {
    Scene scene = Scene.at(Stage.COMPLETED);
    SceneMember data = scene.data();
    data.temporaryMeta(m -> m.uid("uid-t2"));
    data.volume(v -> v.claimRef(data.toTemporary("uid-t2")));
    data.source(s -> s.paused(true));
    data.sourceMeta(m -> m.generation(4));

    MemberAction.RaiseAttempt raise =
        assertDecision(scene.decide()).tellsNothing().writes(MemberAction.RaiseAttempt.class);
    assertThat(Objects.requireNonNull(raise.journal().handoff()).sourceChanges())
        .as("that the source was paused was our own write")
        .isZero();
  }

  /** A7: T is terminating: its mover pins it, so that whatever reads it is paused. */
  @ParameterizedTest
  @EnumSource(names = {"RELEASED", "SYNCING"})
  void a07_aSourceThatReadsATerminatingTemporaryClaimIsPaused(Stage stage) {
    Scene scene = Scene.at(stage);
    SceneMember data = scene.data();
    data.temporaryMeta(m -> m.deletedAt(Scene.NOW));
    data.source(s -> s.sourceClaim(data.temporaryKey().name()));

    assertDecision(scene.decide())
        .isAt(Phase.BINDING)
        .writes(new MemberAction.PauseSource(data.theSource().meta().ref(), true));

    data.source(s -> s.paused(true));
    assertDecision(scene.decide()).waitsFor(Blocker.TEMPORARY_CLAIM_TERMINATING);
  }

  /** A7: and runs on once T is there again. */
  @Test
  void a07_thePausedSourceRunsOnOnceTheTemporaryClaimIsBack() {
    Scene scene = Scene.at(Stage.ARMED);
    SceneMember data = scene.data();
    data.source(s -> s.paused(true));
    data.handoff(h -> h.attempt(2));

    assertDecision(scene.decide())
        .writes(new MemberAction.PauseSource(data.theSource().meta().ref(), false));
  }

  /** A9: the source is re-pointed after the proof: it would wipe the replica. The proof is void. */
  @Test
  void a09_aSourceThatChangedAfterTheProofVoidsIt() {
    Scene repointed = Scene.at(Stage.PROVEN);
    repointed.data().source(s -> s.sourceClaim("data"));
    Scene retagged = Scene.at(Stage.PROVEN);
    retagged.data().source(s -> s.manualTag("again"));
    Scene touched = Scene.at(Stage.PROVEN);
    touched.data().sourceMeta(m -> m.generation(9));
    Scene syncing = Scene.at(Stage.PROVEN);
    syncing.data().source(s -> s.lastSyncStartTime(Scene.NOW));
    Scene stamped = Scene.at(Stage.PROVEN);
    stamped.data().source(s -> s.lastManualSync(null));
    for (Scene scene : List.of(repointed, retagged, touched, syncing, stamped)) {
      HandoffRecord record = raised(scene, Blocker.SOURCE_CHANGED);
      assertThat(record.proof()).isNull();
      assertThat(record.attempt()).isEqualTo(2);
      assertThat(record.sourceChanges()).isEqualTo(1);
    }
  }

  private static HandoffRecord raised(Scene scene, Blocker... told) {
    return Objects.requireNonNull(
        assertDecision(scene.decide())
            .tells(told)
            .writes(MemberAction.RaiseAttempt.class)
            .journal()
            .handoff());
  }
}
