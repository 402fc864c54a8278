// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cases from the field about use, members and the group. Cases of the other side, which need the
 * acquiring or the turning-back rules and come with them:
 *
 * <ul>
 *   <li>H16: a transiently empty list wipes the replica: what is deleted on a secondary
 *   <li>H28: RS and RD for the same claim on one cluster: when RD is made
 *   <li>H43: an aborted relocation freezes replication: turning back (that nothing is undone until
 *       then is {@link #h26_h43_aGroupThatIsDeletedOrTurnedInMidHandoffStopsWhereItStands})
 *   <li>H51: a Released volume is not re-used on return: becoming a replica
 *   <li>H63: left-over snapshots of RD: promotion (movers of RS that are left are {@link
 *       FinalSyncCasesTest#h03_aMoverThatIsLeftHoldsArmingBack})
 * </ul>
 */
class GroupCasesTest {

  /** H08: no pod is left but V is still attached: cached writes may yet land. */
  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "PARKED", "RELEASED"})
  void h08_anAttachmentHoldsTheVolumeLongerThanThePod(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().attached("n1");

    assertDecision(scene.decide()).waitsFor(Blocker.VOLUME_ATTACHED);
  }

  /** H08: a finished pod still counts until its node has let go. */
  @Test
  void h08_anAttachmentUnderAMoverOfAnotherVolumeCounts() {
    Scene scene = Scene.at(Stage.QUIESCED);
    SceneMember data = scene.data();
    data.job(SampleObjects.moverJob(data)).pod(SampleObjects.moverPod(data)).attached("n2");

    assertDecision(scene.decide()).isAt(Phase.QUIESCING).waitsFor(Blocker.VOLUME_ATTACHED);
  }

  /** H09: a check that fails open. Attachments, pods or Jobs that were not read are unknown. */
  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "PARKED", "RELEASED"})
  void h09_whatWasNotReadIsUnknownAndNotIdle(Stage stage) {
    Scene attachments = Scene.at(stage);
    attachments.data().attachments = Listed.unknown("forbidden: volumeattachments");
    Scene pods = Scene.at(stage);
    pods.data().pods = Listed.unknown("500");
    Scene jobs = Scene.at(stage);
    jobs.data().jobs = Listed.unknown("index not ready");
    for (Scene scene : List.of(attachments, pods, jobs)) {
      assertDecision(scene.decide()).waitsFor(Blocker.USAGE_UNKNOWN);
    }
    assertThat(attachments.lookAtData().blockers().get(0).message())
        .isEqualTo("forbidden: volumeattachments");
  }

  /** H11: "complete" for a selection that is empty for once. Members are those of the freeze. */
  @Test
  void h11_anEmptySelectionCompletesNothing() {
    Scene scene = Scene.at(Stage.QUIESCED, "data", "logs");
    scene.selected = Listed.none();

    assertDecision(scene.decide("logs")).writes(MemberAction.ParkSource.class);
    assertThat(scene.pass().phase()).isEqualTo(Phase.PARKING);
  }

  /** H11: a frozen member of which nothing was observed is told, and nothing is complete. */
  @Test
  void h11_aFrozenMemberThatIsNotSeenIsNeverComplete() {
    Scene scene = Scene.at(Stage.RELINQUISHED, "data", "logs");
    scene.members.remove(1);
    scene.deleting = true;

    GroupDecision group = scene.pass();
    assertThat(group.isBlockedBy(Blocker.MEMBER_MISSING)).isTrue();
    assertThat(group.phase()).isEqualTo(Phase.QUIESCING);
    assertThat(group.action()).isNull();
    assertThat(group.conditions())
        .filteredOn(c -> c.type().equals(Conditions.RELINQUISHED))
        .allMatch(c -> c.status().text().equals("False"));
  }

  /** H11, H39: nor does the barrier open without it. */
  @Test
  void h11_aFrozenMemberThatIsNotSeenHoldsTheOthersAtTheFence() {
    Scene scene = Scene.at(Stage.RELEASED, "data", "logs");
    scene.members.remove(1);

    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.MEMBERS_NOT_READY);
  }

  /** H11: a group that selects nothing has nothing to hand off, and says so. */
  @Test
  void h11_anEmptyGroupIsNeverComplete() {
    Scene scene = Scene.at(Stage.STARTING);
    scene.members.clear();

    GroupDecision group = scene.pass();
    assertThat(group.isBlockedBy(Blocker.GROUP_EMPTY)).isTrue();
    assertThat(group.action()).isNull();
    assertThat(group.conditions())
        .filteredOn(c -> c.status().text().equals("True"))
        .extracting(c -> c.type())
        .containsExactly(Conditions.BLOCKED);
  }

  /** H12: the last one wins. Protected and proven are AND over the members. */
  @Test
  void h12_oneMemberThatIsNotReadyHoldsTheWholeGroup() {
    Scene scene = Scene.at(Stage.STARTING, "data", "logs");
    scene.member("logs").volume = Observed.of(SampleObjects.volume(scene.member("logs")));

    GroupDecision group = scene.pass();
    assertThat(group.action()).isNull();
    assertThat(group.isBlockedBy(Blocker.MEMBERS_NOT_READY)).isTrue();
    assertThat(group.blockers().get(0).message()).contains("shop/logs").doesNotContain("shop/data");
    assertThat(group.conditions())
        .filteredOn(c -> c.type().equals(Conditions.PROTECTED))
        .allMatch(c -> c.status().text().equals("False"));
  }

  /**
   * H26, H43: the VRG is deleted, or made primary again, while V is at T. Until turning back is
   * built nothing is undone, least of all the policy; Retain alone is repaired.
   */
  @ParameterizedTest
  @EnumSource(
      names = {"QUIESCED", "PARKED", "REDIRECTED", "BOUND", "RELEASED", "SYNCING", "COMPLETED"})
  void h26_h43_aGroupThatIsDeletedOrTurnedInMidHandoffStopsWhereItStands(Stage stage) {
    Scene deleted = Scene.at(stage);
    deleted.deleting = true;
    Scene turned = Scene.at(stage).role(Role.PRIMARY, null);
    for (Scene scene : List.of(deleted, turned)) {
      assertDecision(scene.decide())
          .isAt(Phase.TURNING_BACK)
          .waitsFor(Blocker.TURN_BACK_IMPOSSIBLE);
      assertThat(scene.pass().action()).isNull();
    }
  }

  /** H26: and a policy of Delete that someone puts under a redirected V goes at once. */
  @Test
  void h26_retainIsRepairedEvenWhereNothingElseIsTouched() {
    Scene scene = Scene.at(Stage.BOUND).role(Role.PRIMARY, null);
    scene.data().volume(v -> v.policy(ReclaimPolicy.DELETE));

    assertDecision(scene.decide())
        .tells(Blocker.TURN_BACK_IMPOSSIBLE)
        .writes(MemberAction.ProtectVolume.class);
  }

  /** H39: a group is all or nothing before the final sync. */
  @Test
  void h39_noMemberIsArmedBeforeEveryMemberIsFenced() {
    Scene scene = Scene.at(Stage.RELEASED).with(Stage.BOUND, "logs");

    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.MEMBERS_NOT_READY);
    assertDecision(scene.decide("logs")).writes(MemberAction.ReleaseClaim.class);
  }

  /** H40: P1 is done and gone, P2 syncs: neither waits for the other beyond the barrier. */
  @Test
  void h40_aSlowMemberHoldsNobodysCleaningBack() {
    Scene scene = Scene.at(Stage.PROVEN).with(Stage.SYNCING, "logs");
    scene.selected = Listed.none();

    assertDecision(scene.decide()).writes(MemberAction.DeleteSource.class);
    assertDecision(scene.decide("logs")).isAt(Phase.SYNCING).writesNothing();
    assertThat(scene.pass().phase()).isEqualTo(Phase.SYNCING);
  }

  /** H53: the secret is missing: told before the redirect, and again before arming. */
  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "PARKED", "RELEASED"})
  void h53_aMissingSecretStopsBeforeThePointOfNoReturn(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().secrets = Listed.none();

    assertDecision(scene.decide()).waitsFor(Blocker.SECRET_MISSING);
  }

  /** H56: the source of a proof is deleted before the proof is recorded. */
  @Test
  void h56_nothingIsDeletedBeforeTheProofIsObservedInTheJournal() {
    assertDecision(Scene.at(Stage.COMPLETED).decide()).writes(MemberAction.RecordProof.class);
    assertDecision(Scene.at(Stage.PROVEN).decide()).writes(MemberAction.DeleteSource.class);
  }

  /** H66: each side must be able to finish alone: a relinquished group asks nobody. */
  @Test
  void h66_aRelinquishedGroupLetsItsObjectGo() {
    Scene scene = Scene.at(Stage.RELINQUISHED);
    scene.deleting = true;

    GroupAction.ReleaseGroup write = scene.groupWrites(GroupAction.ReleaseGroup.class);
    assertThat(write.finalizers()).isEqualTo(ImmutableList.of());
    assertThat(write.target().resourceVersion()).isEqualTo("1");
  }
}
