// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps 1 to 3 (design §5.3, §5.4): what must hold before the volume is moved. */
class QuiescenceTest {

  private static PodView terminated(PodView pod) {
    return PodView.builder().from(pod).terminated(true).build();
  }

  @Test
  void aTerminatedPodCountsUntilItsNodeHasLetGo() {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember data = scene.data();
    data.pod(terminated(SampleObjects.pod("shop-0", "n1", data.key))).attached("n1");
    assertDecision(scene.decide()).isAt(Phase.QUIESCING).waitsFor(Blocker.VOLUME_ATTACHED);

    data.attachments = Listed.none();
    assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class);
  }

  /** A Direct mover of this source holds P itself: it does not count here, parking waits for it. */
  @Test
  void aMoverOfThisSourceDoesNotCountYet() {
    Scene scene = Scene.at(Stage.QUIESCED);
    SceneMember data = scene.data();
    PodView mover = SampleObjects.moverPod(data);
    data.pod(PodView.builder().from(mover).claims(Set.of("data")).build());
    data.job(SampleObjects.moverJob(data)).attached("n2");
    data.frozen = frozenOn(data, "n1", "n2");
    scene.freeze(scene.theFreeze().action());

    assertDecision(scene.decide()).isAt(Phase.PARKING).writes(MemberAction.ParkSource.class);
  }

  private static FrozenMember frozenOn(SceneMember m, String... nodes) {
    return new FrozenMember(
        m.key, m.claimUid(), m.volumeName(), m.sourceUid(), ImmutableSortedSet.copyOf(nodes));
  }

  @Test
  void podsOfOtherNamespacesAreNoUsers() {
    Scene scene = Scene.at(Stage.PARKED);
    scene.data().pod(SampleObjects.pod("x", "n1", new ClaimKey("pay", "data")));

    assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class);
  }

  @Test
  void claimAndVolumeAreBoundToEachOtherByUid() {
    Scene lost = Scene.at(Stage.PARKED);
    lost.data().claim(c -> c.phase(ClaimView.Phase.LOST));
    Scene byName = Scene.at(Stage.PARKED);
    byName.data().volume(v -> v.claimRef(new ClaimRef(byName.data().key, null)));
    Scene elsewhere = Scene.at(Stage.PARKED);
    elsewhere.data().claim(c -> c.volumeName("pv-other"));
    for (Scene scene : List.of(lost, byName, elsewhere)) {
      assertDecision(scene.decide()).isAt(Phase.QUIESCING).waitsFor(Blocker.CLAIM_NOT_BOUND);
    }
  }

  @Test
  void aHandleThatAnotherVolumeHasIsRefused() {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember data = scene.data();
    data.otherVolumes = Listed.of(List.of(SampleObjects.twin(data)));
    assertDecision(scene.decide()).isAt(Phase.QUIESCING).waitsFor(Blocker.VOLUME_HANDLE_SHARED);

    data.otherVolumes = Listed.of(List.of(data.theVolume()));
    assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class);
  }

  static Stream<UnaryOperator<SourceView.Builder>> unfit() {
    return Stream.of(
        s -> s.movers(Set.of()),
        s -> s.movers(Set.of(Mover.SYNCTHING)),
        s -> s.movers(Set.of(Mover.EXTERNAL)),
        s -> s.movers(Set.of(Mover.RSYNC_TLS, Mover.RESTIC)),
        s -> s.debugMover(true));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void aSourceThatCannotProveAFinalSyncIsRefused(UnaryOperator<SourceView.Builder> change) {
    for (Stage stage : List.of(Stage.QUIESCED, Stage.PARKED, Stage.RELEASED)) {
      Scene scene = Scene.at(stage);
      scene.data().source(change);
      assertDecision(scene.decide()).waitsFor(Blocker.SOURCE_UNSUPPORTED);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Mover.class,
      names = {"RSYNC_TLS", "RSYNC", "RCLONE", "RESTIC"})
  void allFourMoversAreServed(Mover mover) {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().source(s -> s.movers(Set.of(mover)));

    assertThat(assertDecision(scene.decide()).writes(MemberAction.ArmSource.class).mover())
        .isEqualTo(mover);
  }

  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "PARKED", "REDIRECTED", "RELEASED", "SYNCING"})
  void aFrozenSourceThatIsGoneIsTold(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().sourceMeta(m -> m.uid("uid-made-anew"));

    assertDecision(scene.decide()).waitsFor(Blocker.SOURCE_MISSING);
  }

  @Test
  void aSourceThatIsBeingDeletedIsNotArmed() {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().sourceMeta(m -> m.deletedAt(Scene.NOW));

    assertDecision(scene.decide()).waitsFor(Blocker.SOURCE_MISSING);
  }

  @Test
  void aSourceWithoutASecretOfItsOwnNeedsNone() {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().source(s -> s.secretName(null));
    scene.data().secrets = Listed.none();

    assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);
  }

  /** Another source is waited for as well: it would wedge when P goes. */
  @Test
  void theOtherSourceStandsStillToo() {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember data = scene.data();
    SourceView parked = data.theSource();
    data.addSource(
        SourceView.builder()
            .from(parked)
            .meta(SampleObjects.meta(new ClaimKey("shop", "backup"), "uid-b", "1").build())
            .lastSyncStartTime(Scene.NOW)
            .journal(
                Observed.of(
                    SourceJournal.builder()
                        .from(SampleObjects.sourceJournal(data))
                        .sourceUid("uid-b")
                        .build()))
            .build());

    Decision decision = scene.decide();
    assertDecision(decision).isAt(Phase.PARKING).waitsFor(Blocker.SOURCE_BUSY);
    assertThat(decision.blockers().get(0).object()).isEqualTo("ReplicationSource shop/backup");
  }

  @Test
  void aPausedSourceIsNotParkedAndAManualOneComesToRest() {
    Scene paused = Scene.at(Stage.PARKED);
    paused.data().source(s -> s.paused(true));
    assertDecision(paused.decide()).writes(MemberAction.ParkSource.class);

    Scene tagged = Scene.at(Stage.PARKED);
    tagged.data().source(s -> s.manualTag("nightly"));
    assertDecision(tagged.decide()).writes(MemberAction.ParkSource.class);
  }

  @Test
  void aSourceIsParkedAgainWhenItsDateComesNear() {
    Scene scene = Scene.at(Stage.PARKED);
    Duration wake = Objects.requireNonNull(scene.decide().wakeAfter());
    scene.now = Scene.NOW.plus(wake).plusSeconds(1);

    assertThat(assertDecision(scene.decide()).writes(MemberAction.ParkSource.class).schedule())
        .isNotEqualTo(Scene.FAR);
  }

  /** The redirect's journal bears the claim as it is then, so that it can be made again. */
  @Test
  void theRedirectRecordsTheClaimAsItIs() {
    Scene scene = Scene.at(Stage.PARKED);
    scene.data().claimMeta(m -> m.putLabels("tier", "db"));
    assertThat(
            assertDecision(scene.decide())
                .writes(MemberAction.RedirectVolume.class)
                .journal()
                .claim()
                .labels())
        .containsEntry("tier", "db");

    scene.data().claim = Observed.absent();
    assertThat(
            assertDecision(scene.decide())
                .writes(MemberAction.RedirectVolume.class)
                .journal()
                .claim())
        .isEqualTo(scene.data().theJournal().claim());
  }

  /** An attempt that the source has seen under this id before the redirect is not counted again. */
  @Test
  void theFirstAttemptIsHigherThanAnyThatTheSourceHasSeen() {
    Scene scene = Scene.at(Stage.PARKED);
    scene.data().source(s -> s.lastManualSync(Scene.ID.tag(3)));

    assertThat(
            Objects.requireNonNull(
                    assertDecision(scene.decide())
                        .writes(MemberAction.RedirectVolume.class)
                        .journal()
                        .handoff())
                .attempt())
        .isEqualTo(4);
  }

  /** P is gone: T is made of the volume alone. */
  @Test
  void withoutItsClaimTheTemporaryClaimIsMadeOfTheVolume() {
    Scene scene = Scene.at(Stage.REDIRECTED);
    SceneMember data = scene.data();
    data.claim = Observed.absent();
    data.volume(v -> v.storageClass("slow").accessModes(List.of("ReadWriteMany")));

    var claim =
        assertDecision(scene.decide()).writes(MemberAction.CreateTemporaryClaim.class).claim();
    assertThat(claim.request()).isEqualTo(SampleObjects.TWELVE);
    assertThat(claim.storageClass()).isEqualTo("slow");
    assertThat(claim.accessModes()).containsExactly("ReadWriteMany");
  }
}
