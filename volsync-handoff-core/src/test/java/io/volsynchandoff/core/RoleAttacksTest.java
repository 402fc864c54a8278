// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Attack A17, on roles that flip. A flip while a turn-back or a promotion is under way comes with
 * those; until then it stops and goes on ({@link
 * #a17_aRoleThatGoesThereAndBackFindsTheHandoffWhereItStood}).
 */
class RoleAttacksTest {
  /** A17: secondary without an action: nothing is frozen before it is said how. */
  @Test
  void a17_aSecondaryWithoutAnActionWaits() {
    Scene scene = Scene.at(Stage.STARTING).role(Role.SECONDARY, null);

    GroupDecision group = scene.pass();
    assertThat(group.isBlockedBy(Blocker.ACTION_MISSING)).isTrue();
    assertThat(group.action()).isNull();
  }

  /** A17: once frozen, an action that vanishes changes nothing. */
  @Test
  void a17_theActionIsFrozenWithTheHandoff() {
    Scene scene = Scene.at(Stage.QUIESCED).role(Role.SECONDARY, null);

    assertDecision(scene.decide()).writes(MemberAction.ParkSource.class);
  }

  /** A17: Relocate may become Failover, before anything else is written. */
  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "RELEASED", "SYNCING", "COMPLETED"})
  void a17_relocateMayBecomeFailover(Stage stage) {
    Scene scene = Scene.at(stage).role(Role.SECONDARY, RequestedAction.FAILOVER);

    assertThat(scene.groupWrites(GroupAction.RecordFreeze.class).freeze().action())
        .isEqualTo(RequestedAction.FAILOVER);
    assertDecision(scene.lookAtData()).writesNothing();
  }

  /** A17: but not for members that are all proven: they lost nothing. */
  @Test
  void a17_aProvenHandoffDoesNotBecomeAFailover() {
    Scene scene = Scene.at(Stage.PROVEN).role(Role.SECONDARY, RequestedAction.FAILOVER);

    assertThat(scene.pass().action()).isNull();
    assertDecision(scene.lookAtData()).writes(MemberAction.DeleteSource.class);
  }

  /** A17: Failover never becomes Relocate: what was given up has no final sync. */
  @Test
  void a17_failoverNeverBecomesRelocate() {
    Scene scene = Scene.at(Stage.QUIESCED).freeze(RequestedAction.FAILOVER);

    assertThat(scene.pass().action()).isNull();
    assertDecision(scene.lookAtData()).isAt(Phase.GIVING_UP).writes(MemberAction.EndVolume.class);
  }

  /** A17: a VRG first seen as secondary: what its sources still send is protected first. */
  @Test
  void a17_aGroupFirstSeenAsSecondaryIsProtectedFirst() {
    Scene scene = Scene.at(Stage.UNPROTECTED).role(Role.SECONDARY, RequestedAction.RELOCATE);

    GroupDecision group = scene.pass();
    assertThat(group.action()).isNull();
    assertThat(group.isBlockedBy(Blocker.MEMBERS_NOT_READY)).isTrue();
    assertDecision(scene.lookAtData()).writes(MemberAction.ProtectVolume.class);
  }

  /** A17: unless another volume's journal bears its name: then it may be a stranger's. */
  @Test
  void a17_aClaimWhoseNameAnotherJournalBearsIsNotOurs() {
    Scene scene = Scene.at(Stage.UNPROTECTED).role(Role.SECONDARY, RequestedAction.RELOCATE);
    SceneMember old = Scene.at(Stage.PROTECTED).data();
    scene.data().otherVolumes = Listed.of(List.of(old.theVolume()));

    assertDecision(scene.decide()).isAt(Phase.REFUSED).waitsFor(Blocker.CLAIM_NOT_OURS);
  }

  /** A17: secondary, primary, secondary: it stops, and goes on under the same id. */
  @Test
  void a17_aRoleThatGoesThereAndBackFindsTheHandoffWhereItStood() {
    Scene scene = Scene.at(Stage.SYNCING).role(Role.PRIMARY, null);
    assertDecision(scene.decide()).waitsFor(Blocker.TURN_BACK_IMPOSSIBLE);

    scene.role(Role.SECONDARY, RequestedAction.RELOCATE).number = 11;
    assertThat(scene.pass().action()).isNull();
    assertDecision(scene.lookAtData()).rests(Phase.SYNCING);
  }

  /** A17: the flip and the deletion together, nothing frozen: the deletion counts, V is kept. */
  @Test
  void a17_aSecondaryThatIsDeletedBeforeItsFreezeKeepsItsVolumes() {
    Scene scene = Scene.at(Stage.STARTING);
    scene.deleting = true;

    MemberAction.EndVolume end =
        assertDecision(scene.decide()).writes(MemberAction.EndVolume.class);
    assertThat(end.policy()).isEqualTo(ReclaimPolicy.RETAIN);
  }
}
