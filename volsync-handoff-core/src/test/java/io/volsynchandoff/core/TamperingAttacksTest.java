// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attacks A8 and A14: strangers under our names, and whoever applies things again. */
class TamperingAttacksTest {
  /** A8: a claim bears T's name before the redirect: it would get the data, whatever its class. */
  @Test
  void a08_aNameThatIsTakenStopsTheRedirect() {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember data = scene.data();
    data.temporaryClaim = Observed.of(SampleObjects.temporaryClaim(data));
    data.temporaryMeta(m -> m.labels(ImmutableMap.of()));

    assertDecision(scene.decide()).waitsFor(Blocker.TEMPORARY_CLAIM_NOT_OURS);
  }

  /** A8: that the name is free is seen live, right before the redirect. */
  @ParameterizedTest
  @EnumSource(names = {"PARKED", "BOUND"})
  void a08_aRedirectNeedsALiveLookAtTheName(Stage stage) {
    Scene scene = Scene.at(stage).live(Evidence.GROUP);
    scene.data().temporaryClaim = Observed.absent();

    assertDecision(scene.lookAtData()).writesNothing().needs(Evidence.TEMPORARY_CLAIM);
  }

  /** A8: T is ours with both labels, this id and this volume, or it is not ours. */
  @Test
  void a08_aTemporaryClaimOfAnotherHandoffOrVolumeIsNotOurs() {
    Scene id = Scene.at(Stage.RELEASED);
    id.data()
        .temporaryMeta(
            m ->
                m.labels(
                    ImmutableMap.of(
                        HandoffNames.TEMPORARY_CLAIM_LABEL,
                        "true",
                        HandoffNames.HANDOFF_LABEL,
                        "a1b2c3d4-6")));
    Scene label = Scene.at(Stage.RELEASED);
    label
        .data()
        .temporaryMeta(m -> m.labels(ImmutableMap.of(HandoffNames.HANDOFF_LABEL, Scene.ID.text())));
    Scene volume = Scene.at(Stage.RELEASED);
    volume.data().temporary(t -> t.volumeName("pv-other"));
    for (Scene scene : List.of(id, label, volume)) {
      assertDecision(scene.decide()).waitsFor(Blocker.TEMPORARY_CLAIM_NOT_OURS);
    }
  }

  /** A8: nor is a stranger deleted at the end. */
  @Test
  void a08_aStrangerUnderTheNameIsNeverDeleted() {
    Scene scene = Scene.at(Stage.RELINQUISHED);
    SceneMember data = scene.data();
    data.temporaryClaim = Observed.of(SampleObjects.temporaryClaim(data));
    data.temporaryMeta(m -> m.uid("uid-stranger").labels(ImmutableMap.of()));

    assertDecision(scene.decide())
        .isAt(Phase.RELINQUISHED)
        .waitsFor(Blocker.TEMPORARY_CLAIM_NOT_OURS);
  }

  /** A14: the source's manifest is applied again under the final sync: the attempt is void. */
  @Test
  void a14_anArmedSourceThatIsAppliedAgainIsToldAndArmedAgain() {
    Scene scene = Scene.at(Stage.SYNCING);
    scene.data().sourceMeta(m -> m.generation(4).lastManager("argocd"));

    assertThat(raised(scene, Blocker.SOURCE_CHANGED).sourceChanges()).isEqualTo(1);
    assertThat(scene.lookAtData().blockers().get(0).message()).contains("argocd");
  }

  /** A14: every minute: after three changes the operator decides, and only for this handoff. */
  @Test
  void a14_afterThreeChangesTheOperatorDecides() {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().handoff(h -> h.attempt(4).sourceChanges(3));
    assertDecision(scene.decide()).isAt(Phase.ARMING).waitsFor(Blocker.SOURCE_CHANGED);

    scene.operator = OperatorWord.builder().retry("a1b2c3d4-6").build();
    assertDecision(scene.decide()).waitsFor(Blocker.SOURCE_CHANGED);

    scene.operator = OperatorWord.builder().retry(Scene.ID.text()).build();
    assertDecision(scene.decide()).writes(MemberAction.ArmSource.class);
  }

  /** A14: a PV in Git is refused before the redirect, until the operator says it is not applied. */
  @Test
  void a14_aVolumeThatIsReappliedIsRefused() {
    Scene scene = Scene.at(Stage.PARKED);
    scene.data().volume(v -> v.reappliedBy(Set.of("argocd")));
    assertDecision(scene.decide()).isAt(Phase.QUIESCING).waitsFor(Blocker.VOLUME_MANAGED_BY_OTHER);

    scene.operator = OperatorWord.builder().volumesNotReapplied(true).build();
    assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class);
  }

  /**
   * A14: applied once all the same, claimRef and policy are put back: Retain, then quiesce again.
   */
  @Test
  void a14_aVolumeThatWasPutBackIsRetainedFirstAndQuiescedAgain() {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();
    data.volume(
        v ->
            v.policy(ReclaimPolicy.DELETE)
                .claimRef(new ClaimRef(data.key, data.claimUid()))
                .phase(VolumeView.Phase.RELEASED));
    assertDecision(scene.decide()).writes(MemberAction.ProtectVolume.class);

    data.volume(v -> v.policy(ReclaimPolicy.RETAIN));
    data.pod(SampleObjects.pod("shop-0", "n1", data.key));
    assertDecision(scene.decide())
        .isAt(Phase.QUIESCING)
        .waitsFor(Blocker.CLAIM_IN_USE, Blocker.CLAIM_NOT_BOUND);
  }

  private static HandoffRecord raised(Scene scene, Blocker... told) {
    return Objects.requireNonNull(
        assertDecision(scene.decide())
            .tells(told)
            .writes(MemberAction.RaiseAttempt.class)
            .journal()
            .handoff());
  }

  /** The debug mover is an annotation: no generation tells it, and it completes without a sync. */
  @ParameterizedTest
  @EnumSource(names = {"SYNCING", "COMPLETED", "PROVEN"})
  void theDebugMoverVoidsTheAttempt(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.data().source(s -> s.debugMover(true));
    assertDecision(scene.decide())
        .tells(Blocker.SOURCE_CHANGED)
        .writes(MemberAction.RaiseAttempt.class);
  }

  /** A PersistentVolume for the same storage that comes after the redirect. */
  @Test
  void aSharedHandleStopsTheFenceToo() {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();
    data.otherVolumes = Listed.of(List.of(SampleObjects.twin(data)));
    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.VOLUME_HANDLE_SHARED);
  }

  /** An attempt that nobody makes was written by someone else, and never overflows ours. */
  @Test
  void aForgedAttemptIsNotCountedOn() {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();
    SourceJournal forged =
        SourceJournal.builder()
            .from(SampleObjects.sourceJournal(data))
            .armed(new SourceJournal.Armed(Scene.ID, Integer.MAX_VALUE, "", 1))
            .build();
    data.source(s -> s.journal(Observed.of(forged)));
    assertThat(assertDecision(scene.decide()).writes(MemberAction.ArmSource.class).tag())
        .isEqualTo(Scene.ID.tag(1));
  }

  /** H20: a volume that is being deleted is not unbound, by a failover or an owner's deletion. */
  @Test
  void aDeletingVolumeIsNotLetVanish() {
    Scene givingUp = Scene.at(Stage.BOUND).role(Role.SECONDARY, RequestedAction.FAILOVER);
    givingUp.freeze(RequestedAction.FAILOVER);
    SceneMember data = givingUp.data();
    data.journal(j -> j.ending(VolumeJournal.Ending.GIVEN_UP));
    data.volumeMeta(m -> m.deletedAt(Scene.NOW));
    data.sources = Listed.none();
    assertDecision(givingUp.decide()).waitsFor(Blocker.VOLUME_DELETING);

    Scene owner = Scene.at(Stage.PROTECTED);
    owner.data().claimMeta(m -> m.deletedAt(Scene.NOW));
    owner.data().volumeMeta(m -> m.deletedAt(Scene.NOW));
    owner.data().sources = Listed.none();
    assertDecision(owner.decide()).waitsFor(Blocker.VOLUME_DELETING, Blocker.CLAIM_TERMINATING);
  }

  /** A source that was pointed at another claim is not deleted with a failover. */
  @Test
  void aSourceOfAnotherClaimSurvivesAFailover() {
    Scene scene = Scene.at(Stage.QUIESCED).role(Role.SECONDARY, RequestedAction.FAILOVER);
    scene.freeze(RequestedAction.FAILOVER);
    SceneMember data = scene.data();
    data.journal(j -> j.ending(VolumeJournal.Ending.GIVEN_UP));
    data.source(s -> s.sourceClaim("other-app"));
    assertDecision(scene.decide()).writes(MemberAction.ReleaseClaim.class);
  }
}
