// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.core.snapshot.StorageSize;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases from the field about the application's claim P and the temporary claim T. */
class ClaimCasesTest {
  private static final OwnerView STATEFUL_SET =
      new OwnerView("apps/v1", "StatefulSet", "shop", "uid-sts", true, true);

  /** H10 A, H33: P is deleted before it was protected: no finalizer can be added, V is secured. */
  @ParameterizedTest
  @EnumSource
  void h10_h33_aDeletedUnprotectedClaimsVolumeIsRetainedAtOnce(Role role) {
    Scene scene = Scene.at(Stage.UNPROTECTED);
    scene.role(role, role == Role.PRIMARY ? null : RequestedAction.RELOCATE);
    scene.data().claimMeta(m -> m.deletedAt(Scene.NOW));

    assertDecision(scene.decide()).writes(MemberAction.ProtectVolume.class);
  }

  /** H10 A, H33: then the handoff starts without the finalizer, which is never asked for. */
  @Test
  void h10_h33_aDeletedClaimIsHandedOffWithoutAFinalizer() {
    Scene scene = Scene.at(Stage.STARTING);
    scene.data().claim = Observed.of(SampleObjects.claim(scene.data()));
    scene.data().claimMeta(m -> m.deletedAt(Scene.NOW));

    assertThat(scene.groupWrites(GroupAction.RecordFreeze.class).freeze().members()).hasSize(1);
  }

  /** H10 B: P and V are gone. Told as such, never a success. */
  @Test
  void h10_aVolumeThatIsGoneIsAnErrorAndNoSuccess() {
    Scene scene = Scene.at(Stage.QUIESCED);
    scene.data().claim = Observed.absent();
    scene.data().volume = Observed.absent();

    assertDecision(scene.decide()).waitsFor(Blocker.VOLUME_MISSING);
    assertThat(scene.pass().phase()).isEqualTo(Phase.QUIESCING);
  }

  /** H10 C: P is gone, V is Released and retained: it is redirected without P. */
  @Test
  void h10_aReleasedVolumeIsRedirectedWithoutItsClaim() {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember data = scene.data();
    data.claim = Observed.absent();
    data.volume(v -> v.phase(VolumeView.Phase.RELEASED));

    assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class);
  }

  /** H14: the collector deletes P with its VRG, RS or RD. On a primary these owners go. */
  @ParameterizedTest
  @CsvSource({
    "ramendr.openshift.io/v1alpha1, VolumeReplicationGroup",
    "volsync.backube/v1alpha1, ReplicationSource",
    "volsync.backube/v1alpha1, ReplicationDestination"
  })
  void h14_ownersThatWouldCollectTheClaimGo(String apiVersion, String kind) {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene
        .data()
        .claimMeta(
            m ->
                m.addOwners(
                    STATEFUL_SET, new OwnerView(apiVersion, kind, "x", "uid-x", false, false)));

    assertThat(assertDecision(scene.decide()).writes(MemberAction.ProtectClaim.class).owners())
        .isEqualTo(ImmutableList.of(STATEFUL_SET));
  }

  /** H14: and so does the label of a replica. */
  @Test
  void h14_aPrimarysClaimLosesTheReplicaLabel() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.data().claimMeta(m -> m.putLabels(HandoffNames.REPLICA_LABEL, "true"));

    assertDecision(scene.decide()).isAt(Phase.PROTECTING).writes(MemberAction.ProtectClaim.class);
  }

  /** H15: deletion of the VRG on a primary deletes live claims. No action deletes P at all. */
  @Test
  void h15_noActionDeletesAnApplicationClaim() {
    assertThat(MemberAction.class.getPermittedSubclasses())
        .extracting(Class::getSimpleName)
        .filteredOn(name -> name.startsWith("Delete"))
        .containsExactlyInAnyOrder("DeleteSource", "DeleteTemporaryClaim");
  }

  /** H18: a foreign claim under the name, nothing of ours: refused, not adopted. */
  @Test
  void h18_aClaimThatWasNeverOursIsRefusedOnASecondary() {
    Scene scene = Scene.at(Stage.UNPROTECTED).role(Role.SECONDARY, RequestedAction.RELOCATE);
    scene.data().sources = Listed.none();

    assertDecision(scene.decide()).isAt(Phase.REFUSED).waitsFor(Blocker.CLAIM_NOT_OURS);
    assertThat(scene.pass().action()).isNull();
  }

  /** H27: P's deletion on a primary is taken for the user's wish to unprotect. It is not. */
  @Test
  void h27_aDeletedClaimOfAPrimaryIsParkedAndItsVolumeKept() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.data().claimMeta(m -> m.deletedAt(Scene.NOW));
    assertDecision(scene.decide()).writes(MemberAction.ParkSource.class);

    Scene parked = Scene.at(Stage.PARKED).role(Role.PRIMARY, null);
    parked.freeze = Observed.absent();
    parked.data().claimMeta(m -> m.deletedAt(Scene.NOW));
    assertDecision(parked.decide()).writes(MemberAction.ReleaseClaim.class);
    assertThat(parked.data().theVolume().policy()).isEqualTo(ReclaimPolicy.RETAIN);
  }

  /**
   * H29: T inherits owners of P and is collected with them. T bears our two labels, nothing else.
   */
  @Test
  void h29_h38_theTemporaryClaimTakesNeitherOwnersNorLabelsOfTheClaim() {
    Scene scene = Scene.at(Stage.REDIRECTED);
    scene.data().claimMeta(m -> m.addOwners(STATEFUL_SET).putLabels("tier", "db"));

    assertThat(
            assertDecision(scene.decide()).writes(MemberAction.CreateTemporaryClaim.class).claim())
        .isEqualTo(SampleObjects.wantedTemporaryClaim(scene.data()));
  }

  /** H31: T is Pending because claimRef was put back: the redirect is done again. */
  @Test
  void h31_aLostRedirectIsDoneAgain() {
    Scene scene = Scene.at(Stage.ARMED);
    SceneMember data = scene.data();
    data.volume(v -> v.claimRef(data.toTemporary("uid-of-a-dead-claim")));
    data.temporary(t -> t.phase(ClaimView.Phase.PENDING));

    assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class);
  }

  /**
   * H31: T cannot be bound for its class or modes. Not so here: T is built to fit, its request
   * never larger than V, and binding by claimRef checks nothing else (facts §6.1).
   */
  @Test
  void h31_theTemporaryClaimAsksForNoMoreThanTheVolumeHas() {
    Scene scene = Scene.at(Stage.REDIRECTED);
    scene.data().volume(v -> v.capacity(new StorageSize("8Gi", BigDecimal.valueOf(8L << 30))));

    assertThat(
            assertDecision(scene.decide())
                .writes(MemberAction.CreateTemporaryClaim.class)
                .claim()
                .request()
                .text())
        .isEqualTo("8Gi");
  }

  /** H31: while T is not bound by uid there is no tag; the wait has its deadline. */
  @Test
  void h31_aPendingTemporaryClaimIsWaitedForWithADeadline() {
    Scene scene = Scene.at(Stage.BOUND);
    SceneMember data = scene.data();
    data.temporary(t -> t.phase(ClaimView.Phase.PENDING));
    data.volume(v -> v.claimRef(data.toTemporary(null)));

    Decision decision = scene.decide();
    assertDecision(decision).isAt(Phase.BINDING).waitsFor(Blocker.TEMPORARY_CLAIM_NOT_BOUND);
    assertThat(decision.wakeAfter()).isEqualTo(scene.policy.waitDeadline());
  }

  /** H31: a T that has lost V is never bound by name again: it is told to delete it. */
  @Test
  void h31_aLostTemporaryClaimIsToldToBeDeleted() {
    Scene scene = Scene.at(Stage.ARMED);
    SceneMember data = scene.data();
    data.temporary(t -> t.phase(ClaimView.Phase.LOST));
    data.volume(v -> v.claimRef(data.toTemporary(null)));

    Decision decision = scene.decide();
    assertDecision(decision).isAt(Phase.BINDING).waitsFor(Blocker.TEMPORARY_CLAIM_NOT_BOUND);
    assertThat(decision.blockers().get(0).message()).contains("delete it");
  }

  /** H32 s1: P is deleting and ours pins it, T is gone, the sync is complete. */
  @Test
  void h32_theFinalizerGoesWithoutATemporaryClaim() {
    Scene scene = Scene.at(Stage.SOURCE_GONE);
    SceneMember data = scene.data();
    data.temporaryClaim = Observed.absent();
    data.claim = Observed.of(SampleObjects.claim(data));
    data.claimMeta(m -> m.addFinalizers(HandoffNames.CLAIM_FINALIZER).deletedAt(Scene.NOW));

    assertDecision(scene.decide()).writes(MemberAction.ReleaseClaim.class);
  }

  /** H32 s3: the VRG goes and no journal speaks of P any more. */
  @Test
  void h32_aFinalizerThatNoJournalSpeaksOfGoesWithItsGroup() {
    Scene scene = Scene.at(Stage.UNPROTECTED);
    scene.deleting = true;
    scene.data().claimMeta(m -> m.addFinalizers(HandoffNames.CLAIM_FINALIZER).deletedAt(Scene.NOW));

    assertDecision(scene.decide()).writes(MemberAction.ReleaseClaim.class);
  }

  /**
   * H35: a broken snapshot pins P or T. It is waited for and named; nothing foreign is stripped.
   */
  @Test
  void h35_aPinnedTemporaryClaimIsWaitedFor() {
    Scene scene = Scene.at(Stage.SOURCE_GONE);
    scene
        .data()
        .temporaryMeta(
            m ->
                m.deletedAt(Scene.NOW)
                    .addFinalizers("snapshot.storage.kubernetes.io/pvc-as-source-protection"));

    assertDecision(scene.decide())
        .isAt(Phase.CLEANING)
        .waitsFor(Blocker.TEMPORARY_CLAIM_TERMINATING);
  }

  /** H48: a new P of the name while or after the old one goes: it is not the frozen one. */
  @Test
  void h48_aNewClaimOfTheNameIsNotTakenForTheOldOne() {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();
    data.claimMeta(m -> m.uid("uid-new"));
    data.pod(SampleObjects.pod("shop-0", "n1", data.key));

    assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);

    data.attached("n1");
    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.VOLUME_ATTACHED);
  }

  /** H49: nobody deletes P. Nothing waits for it, and at the end it is told. */
  @Test
  void h49_aClaimThatIsNotDeletedHoldsNothingBack() {
    assertDecision(Scene.at(Stage.RELEASED).decide()).writes(MemberAction.ArmSource.class);

    Scene end = Scene.at(Stage.RELINQUISHED);
    end.data().claim = Observed.of(SampleObjects.claim(end.data()));
    end.data().claim(c -> c.phase(ClaimView.Phase.LOST));
    assertDecision(end.decide()).isAt(Phase.RELINQUISHED).waitsFor(Blocker.CLAIM_NOT_DELETED);
    assertThat(end.lookAtData().holds(Conditions.RELINQUISHED)).isTrue();
  }

  /** H55: GitOps applies the application again on the old primary: it is let be. */
  @Test
  void h55_aClaimThatComesBackAfterTheEndIsLetBe() {
    Scene scene = Scene.at(Stage.RELINQUISHED);
    SceneMember data = scene.data();
    data.claim = Observed.of(SampleObjects.claim(data));
    data.claimMeta(m -> m.uid("uid-new"));
    data.pod(SampleObjects.pod("shop-0", "n1", data.key));

    assertDecision(scene.decide()).rests(Phase.RELINQUISHED);
    assertThat(List.of(scene.pass().phase())).containsExactly(Phase.RELINQUISHED);
  }
}
