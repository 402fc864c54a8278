// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks A1 to A4 and A10, on the source's movers, its rest and the evidence, as far as one
 * decision tells them; their interleavings are the testkit's.
 */
class SourceAttacksTest {
  private static final Instant EARLIER = Scene.NOW.minus(Duration.ofMinutes(4));

  /** A1: the pod of a Job that is gone lives on with the old copy; it bears the source's name. */
  @Test
  void a01_aPodOfAnEarlierSourceOfThatNameHoldsArmingBack() {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();
    PodView old = oldMover(data, false);
    data.pod(old);

    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.MOVER_STILL_RUNNING);

    data.pods = Listed.of(List.of(oldMover(data, true)));
    assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);
  }

  /** A1, A34: and T is not deleted before such a pod is gone, ended or not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a01_aSourceIsAbsentOnlyWithoutItsMovers(boolean terminated) {
    Scene scene = Scene.at(Stage.SOURCE_GONE);
    scene.data().pod(oldMover(scene.data(), terminated));

    assertDecision(scene.decide()).isAt(Phase.CLEANING).waitsFor(Blocker.MOVER_STILL_RUNNING);
  }

  private static PodView oldMover(SceneMember m, boolean terminated) {
    PodView pod = SampleObjects.moverPod(m);
    return PodView.builder()
        .from(pod)
        .meta(Meta.builder().from(pod.meta()).owners(List.of()).build())
        .claims(List.of("volsync-data-src"))
        .terminated(terminated)
        .build();
  }

  /**
   * A2: VolSync acts once more on its stale view: status alone, or the condition alone, is no rest.
   */
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"CleaningUp", "Error", "SyncInProgress"})
  void a02_aSourceStandsStillByStatusAndCondition(@Nullable String reason) {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().source(s -> s.synchronizingReason(reason));
    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.SOURCE_BUSY);

    Scene never = Scene.at(Stage.RELEASED);
    never.data().source(s -> s.lastSyncTime(null));
    assertDecision(never.decide()).isAt(Phase.FENCING).waitsFor(Blocker.SOURCE_BUSY);
  }

  /** A3: P goes while a sync is in flight: it never ends, so that parking is left with it. */
  @ParameterizedTest
  @ValueSource(strings = {"gone", "deleting", "lost", "other", "held"})
  void a03_aWedgedSourceDoesNotHoldTheRedirectBack(String claim) {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember data = scene.data();
    data.source(s -> s.lastSyncStartTime(EARLIER).synchronizingReason("Error"));
    spoil(data, claim);
    if (claim.equals("lost")) {
      // P is lost only once V is not its own any more: step 1 says so first.
      assertDecision(scene.decide()).isAt(Phase.QUIESCING).waitsFor(Blocker.CLAIM_NOT_BOUND);
      return;
    }
    assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class);
  }

  /** A3: the remedy, once T is bound: the open sync takes its data from T and ends under no tag. */
  @ParameterizedTest
  @ValueSource(strings = {"gone", "deleting", "lost", "other", "held"})
  void a03_aWedgedSourceReadsTheTemporaryClaimDirectly(String claim) {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();
    data.source(s -> s.lastSyncStartTime(EARLIER).synchronizingReason("Error"));
    spoil(data, claim);

    MemberAction.UnwedgeSource write =
        assertDecision(scene.decide()).isAt(Phase.FENCING).writes(MemberAction.UnwedgeSource.class);
    assertThat(write.target()).isEqualTo(data.theSource().meta().ref());
    assertThat(write.temporaryClaim()).isEqualTo("data-handoff");
    assertThat(write.schedule()).isEqualTo(Scene.FAR);
    assertThat(write.journal()).isEqualTo(SampleObjects.sourceJournal(data));
  }

  private static void spoil(SceneMember data, String how) {
    switch (how) {
      case "gone" -> data.claim = Observed.absent();
      case "deleting" -> data.claimMeta(m -> m.deletedAt(Scene.NOW));
      case "lost" -> data.claim(c -> c.phase(ClaimView.Phase.LOST));
      case "other" -> data.claimMeta(m -> m.uid("uid-new"));
      default -> data.claimMeta(m -> m.putAnnotations(HandoffNames.COPY_TRIGGER, ""));
    }
  }

  /** A3: while a mover runs, or may run, a sync is no wedge. */
  @Test
  void a03_aSyncWithAMoverIsNoWedge() {
    Scene running = Scene.at(Stage.RELEASED);
    running.data().job(SampleObjects.moverJob(running.data()));
    Scene unknown = Scene.at(Stage.RELEASED);
    unknown.data().jobs = Listed.unknown("forbidden");
    for (Scene scene : List.of(running, unknown)) {
      scene.data().source(s -> s.lastSyncStartTime(EARLIER).synchronizingReason("Error"));
      assertThat(assertDecision(scene.decide()).writesNothing()).isNotNull();
      assertThat(scene.lookAtData().isBlockedBy(Blocker.SOURCE_BUSY)).isTrue();
    }
  }

  /** A3: GitOps restores the source after the redirect: it is parked again before anything else. */
  @Test
  void a03_aSourceThatWasRestoredAfterTheRedirectIsParkedAgain() {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().source(s -> s.schedule("*/5 * * * *"));

    MemberAction.ParkSource write =
        assertDecision(scene.decide()).isAt(Phase.FENCING).writes(MemberAction.ParkSource.class);
    assertThat(write.schedule()).isEqualTo(Scene.FAR);
  }

  /**
   * A4: a yearly date that has passed since the last sync fires at once: one sync is let through.
   */
  @Test
  void a04_aSourceWhoseLastSyncIsTooOldIsNotStandingStillUntilItSynced() {
    Instant longAgo = Scene.NOW.minus(Duration.ofDays(425));
    Scene scene = Scene.at(Stage.PARKED);
    scene.data().source(s -> s.lastSyncTime(longAgo));

    assertDecision(scene.decide()).isAt(Phase.PARKING).waitsFor(Blocker.SOURCE_BUSY);
  }

  /** A4: no schedule, an impossible date, a near one: none of them parks. */
  @ParameterizedTest
  @CsvSource({"0 0 31 2 *", "0 0 29 2 *", "0 0 1 4 *", "0 0 * * 0", "@yearly", "''"})
  void a04_aScheduleThatIsNotFarIsReplaced(String schedule) {
    Scene scene = Scene.at(Stage.PARKED);
    scene.data().source(s -> s.schedule(schedule));

    assertThat(assertDecision(scene.decide()).writes(MemberAction.ParkSource.class).schedule())
        .isEqualTo(Scene.FAR);
  }

  /** A10: pods listed before V is read miss one that mounted in between; a cache misses more. */
  @ParameterizedTest
  @EnumSource(names = {"VOLUMES", "PODS", "JOBS", "ATTACHMENTS"})
  void a10_armingNeedsEveryPieceOfLiveEvidence(Evidence missing) {
    Scene scene = Scene.at(Stage.RELEASED).allLive();
    scene.live.remove(missing);

    assertDecision(scene.lookAtData()).isAt(Phase.FENCING).writesNothing();
    assertThat(scene.lookAtData().needs()).contains(missing);
  }

  /** A10: the order in which evidence is read is that of its declaration. */
  @Test
  void a10_theVolumeIsReadBeforeWhatMayUseIt() {
    assertThat(List.of(Evidence.values()))
        .containsSubsequence(
            Evidence.SOURCES, Evidence.VOLUMES, Evidence.PODS, Evidence.JOBS, Evidence.ATTACHMENTS);
  }
}
