// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.VolumeJournal.Ending;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Secondary by failover (design §5.0): no final sync; RS deleted, P released, V kept aside. */
class GivingUpTest {

  private static Scene failover(Stage stage) {
    return Scene.at(stage)
        .role(Role.SECONDARY, RequestedAction.FAILOVER)
        .freeze(RequestedAction.FAILOVER);
  }

  private static Scene givenUp(Stage stage) {
    Scene scene = failover(stage);
    scene.data().journal(j -> j.ending(Ending.GIVEN_UP));
    return scene;
  }

  @ParameterizedTest
  @EnumSource(names = {"QUIESCED", "PARKED", "BOUND", "SYNCING", "COMPLETED"})
  void theVolumeIsJournalledAsGivenUpBeforeAnythingElse(Stage stage) {
    Scene scene = failover(stage);

    assertDecision(scene.lookAtData()).writesNothing().needs(Evidence.GROUP);
    MemberAction.EndVolume end =
        assertDecision(scene.decide()).isAt(Phase.GIVING_UP).writes(MemberAction.EndVolume.class);
    assertThat(end.policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(end.journal().ending()).isEqualTo(Ending.GIVEN_UP);
  }

  @Test
  void thenSourceTemporaryClaimAndFinalizerGo() {
    Scene scene = givenUp(Stage.BOUND);
    SceneMember data = scene.data();
    assertDecision(scene.decide())
        .writes(new MemberAction.DeleteSource(data.theSource().meta().ref()));

    data.sources = Listed.none();
    assertDecision(scene.decide())
        .writes(new MemberAction.DeleteTemporaryClaim(data.theTemporary().meta().ref()));

    data.temporaryClaim = Observed.absent();
    assertDecision(scene.decide()).writes(MemberAction.ReleaseClaim.class);

    data.claim = Observed.absent();
    assertDecision(scene.decide()).rests(Phase.GIVEN_UP);
  }

  /** Proven or not, before RS, T or P goes. */
  @ParameterizedTest
  @EnumSource(names = {"PARKED", "BOUND", "PROVEN", "SOURCE_GONE", "RELINQUISHED"})
  void retainIsRepairedFirst(Stage stage) {
    Scene scene = failover(stage);
    scene.data().volume(v -> v.policy(ReclaimPolicy.DELETE));

    assertDecision(scene.decide()).writes(MemberAction.ProtectVolume.class);
  }

  @Test
  void aTerminatingTemporaryClaimIsWaitedForButHoldsNoFinalizerBack() {
    Scene scene = givenUp(Stage.BOUND);
    SceneMember data = scene.data();
    data.sources = Listed.none();
    data.temporaryMeta(m -> m.deletedAt(Scene.NOW));
    assertDecision(scene.decide()).writes(MemberAction.ReleaseClaim.class);

    data.claim = Observed.absent();
    assertDecision(scene.decide())
        .isAt(Phase.GIVING_UP)
        .waitsFor(Blocker.TEMPORARY_CLAIM_TERMINATING);
  }

  @Test
  void aStrangerUnderTheTemporaryNameIsLetBe() {
    Scene scene = givenUp(Stage.BOUND);
    SceneMember data = scene.data();
    data.sources = Listed.none();
    data.claim = Observed.absent();
    data.temporaryMeta(m -> m.labels(ImmutableMap.of()));

    assertDecision(scene.decide()).rests(Phase.GIVEN_UP);
  }

  @Test
  void whatWasNotReadEndsNothing() {
    Scene sources = givenUp(Stage.BOUND);
    sources.data().sources = Listed.unknown("hidden");
    Scene temporary = givenUp(Stage.BOUND);
    temporary.data().temporaryClaim = Observed.unknown("hidden");
    Scene claim = givenUp(Stage.BOUND);
    claim.data().claim = Observed.unknown("hidden");
    for (Scene scene : List.of(sources, temporary, claim)) {
      scene.deleting = true;
      assertDecision(scene.decide()).isAt(Phase.GIVING_UP).waitsFor(Blocker.USAGE_UNKNOWN);
      assertThat(scene.pass().action()).isNull();
    }
  }

  /** A volume that is not what the freeze says is touched by a failover no more than by a move. */
  @Test
  void aForgedFreezeGivesNothingUp() {
    Scene scene = failover(Stage.PARKED);
    scene.data().journal(j -> j.volumeUid("uid-of-another"));

    assertDecision(scene.decide()).waitsFor(Blocker.JOURNAL_UNREADABLE);
  }

  /** A member that was proven before is cleaned up as after a relocation. */
  @Test
  void aProvenMemberIsNotGivenUp() {
    assertDecision(failover(Stage.PROVEN).decide())
        .isAt(Phase.CLEANING)
        .writes(MemberAction.DeleteSource.class);
  }

  /** The source is frozen where it is known; that it is not known holds the freeze back. */
  @Test
  void aFailoverIsFrozenWithoutASourceButNotWithoutKnowing() {
    Scene scene = Scene.at(Stage.STARTING).role(Role.SECONDARY, RequestedAction.FAILOVER);
    scene.data().sources = Listed.none();
    assertThat(scene.groupWrites(GroupAction.RecordFreeze.class).freeze().members())
        .allMatch(member -> member.sourceUid() == null);

    scene.data().sources = Listed.unknown("hidden");
    assertThat(scene.pass().action()).isNull();
    assertDecision(scene.lookAtData()).waitsFor(Blocker.USAGE_UNKNOWN);
  }

  /** A group that was deleted while it gave up goes on to its end, and is then let go. */
  @Test
  void aDeletedGroupGivesUpToItsEnd() {
    Scene open = givenUp(Stage.PARKED);
    open.deleting = true;
    assertDecision(open.decide()).writes(MemberAction.DeleteSource.class);

    Scene done = givenUp(Stage.PARKED);
    done.deleting = true;
    done.data().sources = Listed.none();
    done.data().claim = Observed.absent();
    assertThat(done.groupWrites(GroupAction.ReleaseGroup.class).finalizers()).isEmpty();
  }

  @Test
  void aPrimaryInMidFailoverStopsToo() {
    Scene scene = givenUp(Stage.PARKED).role(Role.PRIMARY, null);

    assertDecision(scene.decide()).waitsFor(Blocker.TURN_BACK_IMPOSSIBLE);
  }
}
