// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.VolumeJournal.Ending;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases from the field about the volume: its policy, its claimRef, its deletion. */
class VolumeCasesTest {

  /** H04: detached before Retain is really there. Whatever the stage, Retain is the first write. */
  @ParameterizedTest
  @EnumSource(
      names = {
        "QUIESCED",
        "PARKED",
        "REDIRECTED",
        "BOUND",
        "RELEASED",
        "ARMED",
        "SYNCING",
        "COMPLETED",
        "PROVEN",
        "SOURCE_GONE",
        "RELINQUISHED"
      })
  void h04_retainIsPutBackBeforeAnythingElse(Stage stage) {
    Scene scene = Scene.at(stage);
    SceneMember data = scene.data();
    data.volume(v -> v.policy(ReclaimPolicy.DELETE));

    assertDecision(scene.decide())
        .writes(new MemberAction.ProtectVolume(data.theVolume().meta().ref(), data.theJournal()));
  }

  /** H04, H25: a marker without the policy; the policy recorded first is the original. */
  @Test
  void h25_aRetryNeverTakesItsOwnRetainForTheOriginal() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.data().volume(v -> v.policy(ReclaimPolicy.RECYCLE));

    MemberAction.ProtectVolume write =
        assertDecision(scene.decide()).writes(MemberAction.ProtectVolume.class);
    assertThat(write.journal().originalPolicy()).isEqualTo(ReclaimPolicy.DELETE);
  }

  /** H25: whatever the policy was, it is what is recorded and what is restored. */
  @ParameterizedTest
  @EnumSource
  void h25_theOriginalPolicyIsRestoredExactly(ReclaimPolicy original) {
    Scene scene = Scene.at(Stage.UNPROTECTED);
    scene.data().volume(v -> v.policy(original));
    assertThat(
            assertDecision(scene.decide())
                .writes(MemberAction.ProtectVolume.class)
                .journal()
                .originalPolicy())
        .isEqualTo(original);

    Scene ending = Scene.at(Stage.PROTECTED);
    ending.deleting = true;
    ending.data().journal(j -> j.originalPolicy(original));
    assertThat(assertDecision(ending.decide()).writes(MemberAction.EndVolume.class).policy())
        .isEqualTo(original);
  }

  /** H05: a write is believed that was lost. What is not observed is written again. */
  @ParameterizedTest
  @EnumSource
  void h05_theSameStateGivesTheSameWriteAgain(Stage stage) {
    assertThat(Scene.at(stage).decide().action()).isEqualTo(Scene.at(stage).decide().action());
  }

  /** H06: the original policy on a Released volume runs at once. */
  @Test
  void h06_aReleasedVolumeStaysOnRetainWhenItsGroupIsDeleted() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.deleting = true;
    scene.data().claim = Observed.absent();
    scene.data().volume(v -> v.phase(VolumeView.Phase.RELEASED));

    MemberAction.EndVolume end =
        assertDecision(scene.decide())
            .tells(Blocker.VOLUME_KEPT)
            .writes(MemberAction.EndVolume.class);
    assertThat(end.policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(end.journal().ending()).isEqualTo(Ending.KEPT);
  }

  /** H06: nor at the end of a relocation, nor when the group goes after it. */
  @Test
  void h06_aRelinquishedVolumeKeepsRetain() {
    Scene scene = Scene.at(Stage.RELINQUISHED);
    scene.deleting = true;

    assertDecision(scene.decide()).rests(Phase.RELINQUISHED);
  }

  /** H19: claimRef is nil and P takes V back, or a stranger does. It is redirected again. */
  @ParameterizedTest
  @EnumSource(names = {"REDIRECTED", "BOUND", "RELEASED", "SYNCING"})
  void h19_aClaimRefThatWasRemovedIsPreBoundToTheTemporaryClaim(Stage stage) {
    Scene scene = Scene.at(stage);
    SceneMember data = scene.data();
    data.volume(v -> v.claimRef(null).phase(VolumeView.Phase.AVAILABLE));
    if (stage != Stage.SYNCING) {
      data.temporaryClaim = Observed.absent();
      data.claim = Observed.absent();
    }

    assertThat(assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class).to())
        .isEqualTo(data.temporaryKey());
  }

  /** H19: a stranger holds it: nothing is touched. */
  @ParameterizedTest
  @EnumSource(
      names = {"QUIESCED", "PARKED", "REDIRECTED", "RELEASED", "SYNCING", "PROVEN", "SOURCE_GONE"})
  void h19_aVolumeClaimedByAStrangerIsLetBe(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().volume(v -> v.claimRef(new ClaimRef(new ClaimKey("x", "y"), "z")));

    assertDecision(scene.decide()).waitsFor(Blocker.VOLUME_CLAIMED_BY_OTHER);
  }

  /** H19: another claim of P's name is a stranger too: identity is by uid. */
  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "PARKED", "RELEASED", "SOURCE_GONE"})
  void h19_anotherClaimOfTheSameNameIsAStranger(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().volume(v -> v.claimRef(new ClaimRef(scene.data().key, "uid-of-another")));

    assertDecision(scene.decide()).waitsFor(Blocker.VOLUME_CLAIMED_BY_OTHER);
  }

  /** H20: V was deleted before; it lives only while it is bound. */
  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "PARKED"})
  void h20_aVolumeThatIsBeingDeletedIsNotDetached(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().volumeMeta(m -> m.deletedAt(Scene.NOW));

    assertDecision(scene.decide()).isAt(Phase.QUIESCING).waitsFor(Blocker.VOLUME_DELETING);
  }

  /** H20: deleted after the redirect: the sync from T goes on, T is kept, and it is told. */
  @Test
  void h20_aVolumeDeletedInMidHandoffIsSyncedAndThenKeptBound() {
    Scene syncing = Scene.at(Stage.COMPLETED);
    syncing.data().volumeMeta(m -> m.deletedAt(Scene.NOW));
    assertDecision(syncing.decide()).writes(MemberAction.RecordProof.class);

    Scene proven = Scene.at(Stage.SOURCE_GONE);
    proven.data().volumeMeta(m -> m.deletedAt(Scene.NOW));
    assertDecision(proven.decide()).isAt(Phase.CLEANING).waitsFor(Blocker.VOLUME_DELETING);
  }

  /** H20: and T lost under it: no claimRef is written any more. */
  @Test
  void h20_aVolumeThatIsBeingDeletedIsNotRedirectedAgain() {
    Scene scene = Scene.at(Stage.BOUND);
    scene.data().temporaryClaim = Observed.absent();
    scene.data().volumeMeta(m -> m.deletedAt(Scene.NOW));

    assertDecision(scene.decide()).isAt(Phase.REDIRECTING).waitsFor(Blocker.VOLUME_DELETING);
  }

  /**
   * H23: a controller that misses P for a moment reclaims V. Retain for the whole protected life.
   */
  @Test
  void h23_aProtectedVolumeIsRetainAndNotOnlyDuringTheHandoff() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.data().volume(v -> v.policy(ReclaimPolicy.DELETE));

    assertDecision(scene.decide()).isAt(Phase.PROTECTING).writes(MemberAction.ProtectVolume.class);
    assertThat(scene.lookAtData().holds(Conditions.PROTECTED)).isFalse();
  }

  /** H25, c8: T is gone, P still there with our finalizer: it is released, nothing is repeated. */
  @Test
  void h25_c8_aClaimThatIsStillHeldAfterTheEndIsReleased() {
    Scene scene = Scene.at(Stage.RELINQUISHED);
    SceneMember data = scene.data();
    data.claim = Observed.of(SampleObjects.claim(data));
    data.claim(c -> c.phase(ClaimView.Phase.LOST));
    data.claimMeta(m -> m.addFinalizers(HandoffNames.CLAIM_FINALIZER));

    assertDecision(scene.decide()).isAt(Phase.CLEANING).writes(MemberAction.ReleaseClaim.class);
  }

  /** H25, c1 to c9: every crash point has one next write, told by {@link ProtocolStepsTest}. */
  @ParameterizedTest
  @EnumSource
  void h25_everyStageHasAtMostOneNextWrite(Stage stage) {
    GroupDecision group = Scene.at(stage).pass();

    assertThat(group.action() != null && group.members().get(0).action() != null).isFalse();
  }

  /** H50: foreign finalizers and the PV object itself are not ours to touch. */
  @Test
  void h50_foreignFinalizersStay() {
    Scene scene = Scene.at(Stage.BOUND);
    scene.data().claimMeta(m -> m.addFinalizers("someone.example/keep"));

    assertThat(assertDecision(scene.decide()).writes(MemberAction.ReleaseClaim.class).finalizers())
        .isEqualTo(List.of(SampleObjects.PVC_PROTECTION, "someone.example/keep"));
  }

  /** H57: P is alive and bound by uid: the policy comes back, once P is seen alive live. */
  @Test
  void h57_theRecordedPolicyComesBackWhereTheClaimLives() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.deleting = true;

    assertDecision(scene.lookAtData()).writesNothing().needs(Evidence.GROUP, Evidence.CLAIMS);
    MemberAction.EndVolume end =
        assertDecision(scene.decide()).tellsNothing().writes(MemberAction.EndVolume.class);
    assertThat(end.policy()).isEqualTo(ReclaimPolicy.DELETE);
    assertThat(end.journal().ending()).isEqualTo(Ending.RESTORED);
  }

  /** H57: in any other state V is left on Retain, and told as kept. */
  @Test
  void h57_inAnyOtherStateTheVolumeIsKept() {
    Scene deleted = Scene.at(Stage.PROTECTED);
    deleted.data().claimMeta(m -> m.deletedAt(Scene.NOW));
    Scene secondary = Scene.at(Stage.PROTECTED).role(Role.SECONDARY, null);
    Scene unbound = Scene.at(Stage.PROTECTED);
    unbound.data().claim(c -> c.phase(ClaimView.Phase.LOST));
    for (Scene scene : List.of(deleted, secondary, unbound)) {
      scene.deleting = true;
      assertThat(
              assertDecision(scene.decide())
                  .tells(Blocker.VOLUME_KEPT)
                  .writes(MemberAction.EndVolume.class)
                  .policy())
          .isEqualTo(ReclaimPolicy.RETAIN);
    }
  }
}
