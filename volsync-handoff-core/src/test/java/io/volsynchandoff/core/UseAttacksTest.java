// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.Rehearsal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks A11 and A12: nodes that may still write, and writes that the server refuses. */
class UseAttacksTest {

  /** A scene whose driver never attaches, or has no CSIDriver at all, as NFS or local. */
  private static Scene unattached(Stage stage, boolean csi) {
    Scene scene = Scene.at(stage);
    SceneMember data = scene.data();
    data.csiDriver = Observed.of(new CsiDriverView("csi.example", false));
    if (!csi) {
      data.volume(v -> v.csiDriver(null));
      data.csiDriver = Observed.absent();
    }
    return scene;
  }

  private static Listed<NodeView> n1(boolean ready, boolean outOfService) {
    return Listed.of(List.of(new NodeView("n1", ready, outOfService)));
  }

  /** A11: the pod is force-deleted, its node unreachable: it may go on writing. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a11_anUnreachableNodeMayStillWriteWhereNothingIsAttached(boolean csi) {
    for (Stage stage : List.of(Stage.QUIESCED, Stage.PARKED, Stage.RELEASED)) {
      Scene scene = unattached(stage, csi);
      scene.data().nodes = n1(false, false);
      assertDecision(scene.decide()).waitsFor(Blocker.NODE_MAY_STILL_WRITE);
    }
  }

  /** A11: Ready, gone, or tainted out-of-service: then it has let go. */
  @Test
  void a11_aNodeHasLetGoOnceItIsReadyOrGoneOrOutOfService() {
    for (Listed<NodeView> nodes : List.of(n1(true, false), n1(false, true), noNode())) {
      Scene scene = unattached(Stage.RELEASED, true);
      scene.data().nodes = nodes;
      assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);
    }
  }

  private static Listed<NodeView> noNode() {
    return Listed.none();
  }

  /** A11: what is not known of nodes or of the driver is no evidence. */
  @Test
  void a11_unknownNodesAndDriversAreNoEvidence() {
    Scene nodes = unattached(Stage.RELEASED, true);
    nodes.data().nodes = Listed.unknown("forbidden: nodes");
    Scene driver = Scene.at(Stage.RELEASED);
    driver.data().csiDriver = Observed.unknown("forbidden: csidrivers");
    for (Scene scene : List.of(nodes, driver)) {
      assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.USAGE_UNKNOWN);
    }
  }

  /** A11: where the driver attaches, or says nothing, no attachment is the evidence. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a11_whereTheDriverAttachesTheAttachmentTells(boolean described) {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();
    data.csiDriver =
        described ? Observed.of(new CsiDriverView("csi.example", true)) : Observed.absent();
    data.nodes = n1(false, false);
    assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);
  }

  /** A11: attachments of other volumes are none of ours, whoever lists them. */
  @Test
  void a11_onlyAttachmentsOfTheVolumeCount() {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().attachments = Listed.of(List.of(new AttachmentView("va", "pv-other", "n1")));

    assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);
  }

  /** A11: nodes are added to the freeze until the source is armed, before anything else. */
  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "PARKED", "REDIRECTED", "BOUND", "RELEASED"})
  void a11_nodesOfPodsSeenSinceAreAddedToTheFreeze(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().pod(SampleObjects.pod("shop-0", "n9", scene.data().key));

    GroupAction.RecordFreeze write = scene.groupWrites(GroupAction.RecordFreeze.class);
    assertThat(write.freeze().members())
        .extracting(FrozenMember::nodes)
        .containsExactly(ImmutableSortedSet.of("n1", "n9"));
    assertDecision(scene.lookAtData()).writesNothing();
  }

  /** A11: pods of another claim of P's name, and of T, are none of P's. */
  @Test
  void a11_nodesOfOtherClaimsAreNotRecorded() {
    Scene other = Scene.at(Stage.RELEASED);
    other.data().claimMeta(m -> m.uid("uid-new"));
    other.data().pod(SampleObjects.pod("shop-0", "n9", other.data().key));
    assertThat(other.pass().action()).isNull();

    assertThat(Scene.at(Stage.SYNCING).pass().action()).isNull();
  }

  /** A11: a freeze that grew too large is not written, and nothing goes on without it. */
  @Test
  void a11_aFreezeThatCannotTakeAnotherNodeStops() {
    Scene scene = Scene.at(Stage.PARKED);
    scene.data().pod(SampleObjects.pod("shop-0", "n9", scene.data().key));
    scene.data().pods =
        Listed.of(
            List.of(
                PodView.builder().from(scene.data().pods.known().get(0)).terminated(true).build()));
    scene.otherAnnotationBytes = FreezeRules.ANNOTATION_LIMIT;

    GroupDecision group = scene.pass();
    assertThat(group.isBlockedBy(Blocker.GROUP_TOO_LARGE)).isTrue();
    assertThat(group.action()).isNull();
    assertDecision(scene.lookAtData()).writesNothing();
  }

  private static Scene rehearsed(
      Class<? extends MemberAction> kind, Rehearsal.Answer answer, boolean labelsKept) {
    Scene scene = Scene.at(Stage.PARKED);
    scene
        .data()
        .rehearsals
        .replaceAll(
            r ->
                kind.isInstance(r.action())
                    ? new Rehearsal(r.action(), answer, "exceeded quota: one claim", labelsKept)
                    : r);
    return scene;
  }

  /** A12: quota, admission or RBAC refuses T or the tag: told before the application is down. */
  @Test
  void a12_aRefusedDryRunStopsBeforeTheRedirectWithTheServersWords() {
    for (Rehearsal.Answer answer : List.of(Rehearsal.Answer.REFUSED, Rehearsal.Answer.UNKNOWN)) {
      for (Scene scene :
          List.of(
              rehearsed(MemberAction.CreateTemporaryClaim.class, answer, true),
              rehearsed(MemberAction.ArmSource.class, answer, true))) {
        Decision decision = scene.decide();
        assertDecision(decision).isAt(Phase.QUIESCING).waitsFor(Blocker.WRITE_REFUSED);
        assertThat(decision.blockers().get(0).message()).isEqualTo("exceeded quota: one claim");
        assertThat(decision.wakeAfter()).isEqualTo(scene.policy.refusedRetry());
      }
    }
  }

  /** A12: a VolSync that drops the label could not tell our mover from a stranger's. */
  @Test
  void a12_aSourceThatDropsMoverPodLabelsIsRefused() {
    Scene scene = rehearsed(MemberAction.ArmSource.class, Rehearsal.Answer.PASSED, false);

    assertDecision(scene.decide()).isAt(Phase.QUIESCING).waitsFor(Blocker.SOURCE_UNSUPPORTED);
  }

  /** A12, A8: the name turns out to be taken by the dry run. */
  @Test
  void a12_aNameThatTheDryRunFindsTakenStopsToo() {
    Scene scene = rehearsed(MemberAction.CreateTemporaryClaim.class, Rehearsal.Answer.EXISTS, true);

    assertDecision(scene.decide()).waitsFor(Blocker.TEMPORARY_CLAIM_NOT_OURS);
    assertThat(scene.lookAtData().wakeAfter()).isEqualTo(scene.policy.refusedRetry());
  }

  /** A12: a write that is refused when it is meant is a wait as well, not a hot loop. */
  @Test
  void a12_aWriteThatWasRefusedIsWaitedFor() {
    Scene scene = Scene.at(Stage.BOUND);
    SceneMember data = scene.data();
    MemberAction release = assertDecision(scene.decide()).writes(MemberAction.ReleaseClaim.class);
    data.rehearsals.add(
        new Rehearsal(release, Rehearsal.Answer.REFUSED, "denied by a webhook", false));

    Decision decision = scene.decide();
    assertDecision(decision).isAt(Phase.RELEASING).waitsFor(Blocker.WRITE_REFUSED);
    assertThat(decision.wakeAfter()).isEqualTo(scene.policy.refusedRetry());
  }
}
