// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.journal.VolumeJournal.Ending;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Attacks A21 to A24, on how a group ends. What of A24 needs turning back comes with it: a deleting
 * P that it waits for, and a P that cannot be made again in a terminating namespace.
 */
class EndAttacksTest {
  private static Scene ending(Ending ending, ReclaimPolicy policy) {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.deleting = true;
    scene.data().journal(j -> j.ending(ending)).volume(v -> v.policy(policy));
    return scene;
  }

  /** A21: P goes after its volume was restored: V is put back to Retain before P is let go. */
  @Test
  void a21_aClaimThatGoesUnderARestoredPolicyIsKept() {
    Scene scene = ending(Ending.RESTORED, ReclaimPolicy.DELETE);
    scene.data().claimMeta(m -> m.deletedAt(Scene.NOW));

    MemberAction.EndVolume end =
        assertDecision(scene.decide())
            .tells(Blocker.VOLUME_KEPT)
            .writes(MemberAction.EndVolume.class);
    assertThat(end.policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(end.journal().ending()).isEqualTo(Ending.KEPT);
  }

  /**
   * A21: P lives: the finalizer comes off by a write on the version in which it was not deleted.
   */
  @Test
  void a21_aLivingClaimIsReleasedOnItsVersionAndThenTheJournalGoes() {
    Scene scene = ending(Ending.RESTORED, ReclaimPolicy.DELETE);
    SceneMember data = scene.data();
    assertDecision(scene.decide())
        .writes(
            new MemberAction.ReleaseClaim(
                data.theClaim().meta().ref(), ImmutableList.of(SampleObjects.PVC_PROTECTION)));

    data.claimMeta(m -> m.finalizers(List.of()));
    assertDecision(scene.decide())
        .writes(new MemberAction.ForgetVolume(data.theVolume().meta().ref()));

    data.volume(v -> v.journal(Observed.absent()));
    assertDecision(scene.decide()).rests(Phase.UNPROTECTED);
  }

  /** A21: kept means Retain: whoever changed it meanwhile, it comes back before P is let go. */
  @Test
  void a21_aKeptVolumeIsRetainBeforeItsClaimIsLetGo() {
    Scene scene = ending(Ending.KEPT, ReclaimPolicy.DELETE);
    scene.data().claimMeta(m -> m.deletedAt(Scene.NOW));
    assertThat(assertDecision(scene.decide()).writes(MemberAction.EndVolume.class).policy())
        .isEqualTo(ReclaimPolicy.RETAIN);

    scene.data().volume(v -> v.policy(ReclaimPolicy.RETAIN));
    assertDecision(scene.decide())
        .tells(Blocker.VOLUME_KEPT)
        .writes(MemberAction.ReleaseClaim.class);
  }

  /** A21: a policy is restored under a P that is seen alive live, and under no handoff. */
  @Test
  void a21_noPolicyIsRestoredOnAStaleClaimOrUnderAnOpenHandoff() {
    Scene stale = Scene.at(Stage.PROTECTED).live(Evidence.GROUP);
    stale.deleting = true;
    assertDecision(stale.lookAtData()).writesNothing().needs(Evidence.CLAIMS);

    Scene open = Scene.at(Stage.REDIRECTED);
    open.freeze = Observed.absent();
    open.deleting = true;
    open.role(Role.PRIMARY, null);
    open.journalled = Listed.none();
    open.data().volume(v -> v.claimRef(new ClaimRef(open.data().key, open.data().claimUid())));
    assertThat(assertDecision(open.decide()).writes(MemberAction.EndVolume.class).policy())
        .isEqualTo(ReclaimPolicy.RETAIN);
  }

  /** A22: a foreground deletion takes dependants at once: the group has its finalizer first. */
  @Test
  void a22_theGroupsFinalizerComesBeforeEverythingElse() {
    for (Stage stage : Stage.values()) {
      Scene scene = Scene.at(stage);
      scene.object =
          Meta.builder()
              .namespace("shop")
              .name("shop-group")
              .uid(Scene.GROUP.uid())
              .resourceVersion("5")
              .addFinalizers("someone.example/keep")
              .build();
      Phase before = Scene.at(stage).look().phase();
      assertThat(scene.look().phase()).isEqualTo(before);

      GroupAction.ProtectGroup write = scene.groupWrites(GroupAction.ProtectGroup.class);
      assertThat(write.target().resourceVersion()).isEqualTo("5");
      assertThat(write.finalizers())
          .containsExactly("someone.example/keep", HandoffNames.GROUP_FINALIZER);
      assertDecision(scene.lookAtData()).writesNothing();
    }
  }

  private static Scene ended() {
    Scene scene = Scene.at(Stage.UNPROTECTED);
    scene.deleting = true;
    return scene;
  }

  /**
   * A23: the group's finalizer goes last, on live reads of everything that could be left behind.
   */
  @Test
  void a23_aGroupIsReleasedOnLiveReadsAlone() {
    assertThat(ended().look().action()).isNull();
    assertThat(ended().look().needs())
        .containsExactlyInAnyOrder(
            Evidence.GROUP, Evidence.CLAIMS, Evidence.SOURCES, Evidence.VOLUMES);
    assertThat(ended().groupWrites(GroupAction.ReleaseGroup.class).finalizers()).isEmpty();
  }

  /**
   * A23: with a source still parked, T still there, V still at T, or something unread: it stays.
   */
  @Test
  void a23_aGroupWithSomethingLeftBehindStays() {
    Scene parked = Scene.at(Stage.PARKED).role(Role.PRIMARY, null);
    parked.freeze = Observed.absent();
    parked.data().volume(v -> v.journal(Observed.absent()));
    parked.data().claimMeta(m -> m.finalizers(List.of()));
    Scene temporary = Scene.at(Stage.SOURCE_GONE);
    Scene atTemporary = Scene.at(Stage.BOUND);
    Scene unread = Scene.at(Stage.UNPROTECTED);
    unread.data().sources = Listed.unknown("forbidden: replicationsources");
    for (Scene scene : List.of(parked, temporary, atTemporary, unread)) {
      scene.deleting = true;
      assertThat(scene.pass().action()).isNull();
    }
    assertDecision(parked.decide()).writes(MemberAction.RestoreSource.class);
    assertDecision(unread.decide()).waitsFor(Blocker.USAGE_UNKNOWN);
  }

  /** A23: a late claim is no part of the handoff and does not hold its group for ever. */
  @Test
  void a23_aLateClaimLeavesWithTheGroup() {
    Scene scene = Scene.at(Stage.RELINQUISHED);
    var freeze = scene.freeze;
    scene.with(Stage.UNPROTECTED, "late").freeze = freeze;
    scene.data().handoff(h -> h.memberCount(1));
    scene.deleting = true;

    assertThat(scene.groupWrites(GroupAction.ReleaseGroup.class)).isNotNull();
  }

  /** A23: after the proof a deleted group finishes forward. */
  @ParameterizedTest
  @EnumSource(names = {"PROVEN", "SOURCE_GONE"})
  void a23_aDeletedGroupFinishesForwardAfterTheProof(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.deleting = true;

    assertThat(scene.decide().action()).isEqualTo(Scene.at(stage).decide().action());
  }

  /** A24: a P that is deleted is let go as soon as T holds V. */
  @Test
  void a24_aDeletedClaimIsReleasedOnceTheTemporaryClaimIsBound() {
    Scene scene = Scene.at(Stage.BOUND);
    scene.data().claimMeta(m -> m.deletedAt(Scene.NOW));

    assertDecision(scene.decide()).writes(MemberAction.ReleaseClaim.class);
  }

  /** A24: in a terminating namespace nothing is begun and nothing is created. */
  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "PARKED", "REDIRECTED"})
  void a24_nothingIsCreatedInATerminatingNamespace(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().namespace = Observed.of(new NamespaceView("shop", true));

    assertDecision(scene.decide()).waitsFor(Blocker.NAMESPACE_TERMINATING);
  }

  /** A24: and where nothing was frozen, the finalizers go with the group. */
  @Test
  void a24_finalizersGoWithADeletedGroupInATerminatingNamespace() {
    Scene scene = Scene.at(Stage.PROTECTED);
    SceneMember data = scene.data();
    scene.deleting = true;
    data.namespace = Observed.of(new NamespaceView("shop", true));
    data.claimMeta(m -> m.deletedAt(Scene.NOW));
    MemberAction.EndVolume end =
        assertDecision(scene.decide()).writes(MemberAction.EndVolume.class);
    data.journal(j -> VolumeJournal.builder().from(end.journal()));

    assertDecision(scene.decide()).writes(MemberAction.ReleaseClaim.class);
  }
}
