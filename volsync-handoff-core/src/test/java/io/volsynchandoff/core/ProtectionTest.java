// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.ClaimRecord;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Protecting a primary, and P that its owner deletes (design §5.0, §5.1). */
class ProtectionTest {
  /** Of the name that our group bears now. */
  private static final GroupRef DEAD =
      new GroupRef(Scene.GROUP.namespace(), Scene.GROUP.name(), "99999999-dead");

  private static Scene of(GroupRef group) {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.data().journal(j -> j.group(group).originalPolicy(ReclaimPolicy.RECYCLE));
    return scene;
  }

  @Test
  void aVolumeOfAnotherGroupIsRefused() {
    GroupRef other = new GroupRef(Scene.GROUP.namespace(), "another-group", "99999999-other");
    GroupRef elsewhere = new GroupRef("elsewhere", Scene.GROUP.name(), "99999999-other");

    for (GroupRef named : List.of(other, elsewhere)) {
      assertDecision(of(named).decide()).isAt(Phase.REFUSED).waitsFor(Blocker.CLAIM_IN_TWO_GROUPS);
    }
  }

  @Test
  void aDeadGroupsVolumeIsTakenOverWithItsRecordedPolicy() {
    MemberAction.ProtectVolume write =
        assertDecision(of(DEAD).decide()).writes(MemberAction.ProtectVolume.class);
    assertThat(write.journal().group()).isEqualTo(Scene.GROUP);
    assertThat(write.journal().originalPolicy()).isEqualTo(ReclaimPolicy.RECYCLE);
  }

  @Test
  void aDeadGroupsVolumeIsTakenOverOnlyOnOurOwnObjectReadLive() {
    assertDecision(of(DEAD).lookAtData()).writesNothing().needs(Evidence.GROUP);
  }

  @Test
  void aDeadGroupsReplicaAndAnotherClaimsVolumeAreNotTakenOver() {
    Scene replica = of(DEAD);
    replica.data().journal(j -> j.acting(VolumeJournal.Acting.REPLICA));
    assertDecision(replica.decide()).isAt(Phase.REFUSED).waitsFor(Blocker.CLAIM_NOT_OURS);

    Scene anothers = of(DEAD);
    ClaimKey logs = new ClaimKey("shop", "logs");
    anothers
        .data()
        .journal(
            j ->
                j.claim(
                    new ClaimRecord(
                        logs, "u", new OpaqueSpec("{}"), ImmutableMap.of(), ImmutableMap.of())));
    assertDecision(anothers.decide()).isAt(Phase.REFUSED).waitsFor(Blocker.CLAIM_NOT_OURS);
  }

  @Test
  void aDeadGroupsOpenHandoffIsNotTakenOver() {
    Scene scene = of(DEAD);
    scene
        .data()
        .journal(
            j ->
                j.handoff(
                    HandoffRecord.builder()
                        .id(Scene.ID)
                        .attempt(1)
                        .memberCount(1)
                        .sourceUid("uid")
                        .build()));

    assertDecision(scene.decide()).waitsFor(Blocker.TURN_BACK_IMPOSSIBLE);
  }

  /**
   * A group that is gone has relinquished its volume; the claim of that name that is there now is
   * another one, which the operator may accept. The relinquished volume is kept.
   */
  @Test
  void aVolumeThatADeadGroupHasRelinquishedMakesWayForAnAcceptedClaim() {
    Scene scene = Scene.at(Stage.RELINQUISHED).role(Role.PRIMARY, null);
    scene.freeze = Observed.absent();
    scene.data().journal(j -> j.group(DEAD));
    scene.data().claim = Observed.of(SampleObjects.claim(scene.data()));
    scene.data().claimMeta(m -> m.uid("uid-of-a-new-claim"));
    assertDecision(scene.decide()).isAt(Phase.REFUSED).waitsFor(Blocker.CLAIM_NOT_OURS);

    scene.operator = OperatorWord.builder().addAcceptedClaims("uid-of-a-new-claim").build();
    MemberAction.EndVolume end =
        assertDecision(scene.decide()).writes(MemberAction.EndVolume.class);
    assertThat(end.policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(end.journal().ending()).isEqualTo(VolumeJournal.Ending.KEPT);
    assertThat(end.journal().handoff()).isEqualTo(scene.data().theRecord());
  }

  /** Nothing that is not there is protected. */
  @Test
  void aPrimaryThatSelectsNothingIsNotProtected() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.members.clear();

    GroupDecision group = scene.pass();
    assertThat(group.phase()).isEqualTo(Phase.PROTECTING);
    assertThat(group.isBlockedBy(Blocker.GROUP_EMPTY)).isTrue();
    assertThat(group.action()).isNull();
  }

  @Test
  void aPrimaryWhoseSelectionIsNotKnownIsNotProtected() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.members.clear();
    scene.selected = Listed.unknown("forbidden");

    assertThat(scene.pass().phase()).isEqualTo(Phase.PROTECTING);
    assertThat(scene.pass().isBlockedBy(Blocker.USAGE_UNKNOWN)).isTrue();
  }

  /** What takes over is bound to the volume: a name and a uid in a journal are no grant. */
  @Test
  void aDeadGroupsVolumeThatIsNotBoundStaysAsItIs() {
    Scene unbound = of(DEAD);
    unbound.data().claim(c -> c.phase(ClaimView.Phase.LOST));
    assertDecision(unbound.decide()).waitsFor(Blocker.CLAIM_NOT_BOUND);

    Scene gone = of(DEAD);
    gone.data().claim = Observed.absent();
    assertDecision(gone.decide()).waitsFor(Blocker.CLAIM_MISSING);
  }

  @Test
  void aJournalThatWasWrittenOnAnotherVolumeIsNone() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.data().journal(j -> j.volumeUid("uid-of-the-original"));

    assertDecision(scene.decide()).isAt(Phase.REFUSED).waitsFor(Blocker.JOURNAL_UNREADABLE);
  }

  @Test
  void aReplicaIsNotProtectedAsAPrimary() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.data().journal(j -> j.acting(VolumeJournal.Acting.REPLICA));

    assertDecision(scene.decide()).isAt(Phase.REFUSED).waitsFor(Blocker.CLAIM_NOT_OURS);
  }

  @Test
  void whatIsNotBoundIsNotProtected() {
    Scene scene = Scene.at(Stage.UNPROTECTED);
    scene.data().claim(c -> c.phase(ClaimView.Phase.PENDING));
    assertDecision(scene.decide()).isAt(Phase.PROTECTING).waitsFor(Blocker.CLAIM_NOT_BOUND);

    Scene gone = Scene.at(Stage.UNPROTECTED);
    gone.data().claim = Observed.absent();
    gone.data().volume = Observed.absent();
    assertDecision(gone.decide()).waitsFor(Blocker.CLAIM_MISSING);
  }

  /** The journal keeps what P can be made of again, and nothing of its old binding. */
  @Test
  void theJournalKeepsWhatTheClaimIsMadeOf() {
    Scene scene = Scene.at(Stage.UNPROTECTED);
    scene
        .data()
        .claimMeta(
            m ->
                m.annotations(
                    ImmutableMap.of(
                        "pv.kubernetes.io/bind-completed", "yes",
                        "volume.kubernetes.io/storage-provisioner", "csi.example",
                        "volume.beta.kubernetes.io/storage-class", "fast",
                        "kubectl.kubernetes.io/last-applied-configuration", "{}",
                        "team", "shop")));

    var record =
        assertDecision(scene.decide()).writes(MemberAction.ProtectVolume.class).journal().claim();
    assertThat(record.annotations()).isEqualTo(ImmutableMap.of("team", "shop"));
    assertThat(record.labels()).isEqualTo(ImmutableMap.of("app", "shop"));
    assertThat(record.spec()).isEqualTo(scene.data().theClaim().spec());
  }

  /** P deleted by its owner: parked and at rest first, then let go; V stays Retain. */
  @Test
  void aDeletedClaimGoesOnceItsSourceIsAtRest() {
    Scene scene = deletedOnPrimary();
    scene.data().source(s -> s.lastSyncStartTime(Scene.NOW).synchronizingReason("SyncInProgress"));
    scene.data().job(SampleObjects.moverJob(scene.data()));
    assertDecision(scene.decide())
        .isAt(Phase.PROTECTED)
        .waitsFor(Blocker.SOURCE_BUSY, Blocker.CLAIM_TERMINATING);

    assertDecision(deletedOnPrimary().decide())
        .isAt(Phase.PROTECTING)
        .writes(
            new MemberAction.ReleaseClaim(
                scene.data().theClaim().meta().ref(),
                ImmutableList.of(SampleObjects.PVC_PROTECTION)));

    Scene gone = deletedOnPrimary();
    gone.data().claim = Observed.absent();
    assertDecision(gone.decide()).isAt(Phase.PROTECTED).waitsFor(Blocker.CLAIM_MISSING);
  }

  private static Scene deletedOnPrimary() {
    Scene scene = Scene.at(Stage.PARKED).role(Role.PRIMARY, null);
    scene.freeze = Observed.absent();
    scene.data().claimMeta(m -> m.deletedAt(Scene.NOW));
    return scene;
  }

  @Test
  void aDeletedClaimIsNotLetGoWhileItsSourcesAreUnknown() {
    Scene scene = deletedOnPrimary();
    scene.data().sources = Listed.unknown("forbidden: replicationsources");

    assertDecision(scene.decide()).isAt(Phase.PROTECTING).waitsFor(Blocker.USAGE_UNKNOWN);
  }

  @Test
  void anUnreadableJournalOfASourceIsNotWrittenOver() {
    Scene scene = deletedOnPrimary();
    scene.data().source(s -> s.journal(Observed.unknown("not JSON")));

    assertDecision(scene.decide()).isAt(Phase.PROTECTING).waitsFor(Blocker.JOURNAL_UNREADABLE);
  }

  /** A journal that was copied from another source is none: its spec is not this one's. */
  @Test
  void aCopiedJournalOfASourceIsNone() {
    Scene scene = deletedOnPrimary();
    SceneMember data = scene.data();
    data.sourceMeta(m -> m.uid("uid-copy"));

    SourceView copy = data.theSource();
    MemberAction.ParkSource park =
        assertDecision(scene.decide()).writes(MemberAction.ParkSource.class);
    assertThat(park.journal().sourceUid()).isEqualTo("uid-copy");
    assertThat(park.journal().originalSchedule()).isEqualTo(copy.schedule());
  }

  @Test
  void anAcceptedClaimThatIsBoundToTheVolumeIsTakenOver() {
    Scene scene = Scene.at(Stage.PROTECTED);
    SceneMember data = scene.data();
    data.claimMeta(m -> m.uid("uid-new"));
    data.volume(v -> v.claimRef(new ClaimRef(data.key, "uid-new")));
    scene.operator = OperatorWord.builder().addAcceptedClaims("uid-new").build();

    MemberAction.ProtectVolume write =
        assertDecision(scene.decide()).writes(MemberAction.ProtectVolume.class);
    assertThat(write.journal().claim().uid()).isEqualTo("uid-new");
  }

  /** A group that someone else drives is refused, whatever it asks for (design §7 rule 11). */
  @ParameterizedTest
  @EnumSource
  void aGroupThatAnotherControllerDrivesIsRefused(Stage stage) {
    Scene scene = Scene.at(stage);
    scene.drivenByOther = "volumereplicationgroups.ramendr.openshift.io/vrg-protection";
    scene.object = null;

    GroupDecision group = scene.pass();
    assertThat(group.isBlockedBy(Blocker.GROUP_MANAGED_BY_OTHER)).isTrue();
    assertThat(group.action()).isNull();
    assertDecision(group.members().get(0)).rests(Phase.REFUSED);
  }

  /** A selected claim of which nothing was observed is not left out of the freeze. */
  @Test
  void nothingIsFrozenWithoutEverySelectedClaim() {
    Scene scene = Scene.at(Stage.STARTING);
    scene.selected = Listed.of(List.of(scene.data().key, new ClaimKey("shop", "late")));

    assertThat(scene.pass().isBlockedBy(Blocker.MEMBERS_NOT_READY)).isTrue();
    assertThat(scene.pass().action()).isNull();
  }

  /** An embedding program without a group object gets the same freeze, by name and uid. */
  @Test
  void aGroupWithoutAnObjectIsFrozenByNameAndUid() {
    Scene scene = Scene.at(Stage.STARTING);
    scene.object = null;

    var write = scene.groupWrites(GroupAction.RecordFreeze.class);
    assertThat(write.target().uid()).isEqualTo(Scene.GROUP.uid());
    assertThat(write.target().resourceVersion()).isEmpty();
  }

  @Test
  void aParkedSourceOfAPrimaryIsWokenForBeforeItsDateComesNear() {
    Scene scene = deletedOnPrimary();
    scene.data().claim = Observed.absent();

    assertThat(scene.pass().wakeAfter()).isEqualTo(scene.policy.waitDeadline());
    scene.now = Scene.NOW.plus(Duration.ofDays(340));
    assertDecision(scene.decide()).writes(MemberAction.ParkSource.class);
  }

  @Test
  void aSecondaryThatWasGivenUpRestsWhereItIs() {
    Scene scene = Scene.at(Stage.PROTECTED).role(Role.SECONDARY, RequestedAction.FAILOVER);
    scene.data().journal(j -> j.ending(VolumeJournal.Ending.GIVEN_UP));

    assertThat(scene.pass().action()).isNull();
    assertDecision(scene.lookAtData()).rests(Phase.GIVEN_UP);
  }
}
