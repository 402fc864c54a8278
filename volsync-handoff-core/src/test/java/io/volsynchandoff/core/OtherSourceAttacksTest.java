// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Attacks A13 and A15: other sources of the claim, and other claims of the source. */
class OtherSourceAttacksTest {
  private static SourceView backup(SceneMember m) {
    SourceView source = SampleObjects.source(m);
    return SourceView.builder()
        .from(source)
        .meta(SampleObjects.meta(new ClaimKey("shop", "backup"), "uid-backup", "71").build())
        .build();
  }

  /**
   * A13: several sources read P: the one named like it, or by the operator; else none is chosen.
   */
  @Test
  void a13_ofSeveralSourcesTheOneNamedLikeTheClaimOrByTheOperatorIsFrozen() {
    Scene named = Scene.at(Stage.STARTING);
    named.data().addSource(backup(named.data()));
    assertThat(frozenSource(named)).isEqualTo("uid-rs-data");

    named.operator = OperatorWord.builder().putSources("data", "backup").build();
    assertThat(frozenSource(named)).isEqualTo("uid-backup");

    Scene open = Scene.at(Stage.STARTING);
    open.data().addSource(backup(open.data())).sourceMeta(m -> m.name("replica"));
    assertDecision(open.decide()).waitsFor(Blocker.SOURCE_AMBIGUOUS);
    assertThat(open.pass().action()).isNull();
  }

  private static String frozenSource(Scene scene) {
    return Objects.requireNonNull(
        scene.groupWrites(GroupAction.RecordFreeze.class).freeze().members().get(0).sourceUid());
  }

  /** A13: the other one would wedge when P goes, or be armed: it is parked too, and never armed. */
  @Test
  void a13_theOtherSourceIsParkedJournalledAndNeverArmed() {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember data = scene.data();
    data.addSource(backup(data));
    MemberAction.ParkSource park =
        assertDecision(scene.decide()).isAt(Phase.PARKING).writes(MemberAction.ParkSource.class);
    assertThat(park.target().uid()).isEqualTo("uid-backup");
    assertThat(park.journal().sourceUid()).isEqualTo("uid-backup");

    Scene released = Scene.at(Stage.RELEASED);
    released.data().addSource(parkedBackup(released.data()));
    assertThat(
            assertDecision(released.decide()).writes(MemberAction.ArmSource.class).target().uid())
        .isEqualTo("uid-rs-data");
  }

  /** A13, A14: what Git un-parks after the redirect is parked again before anything is armed. */
  @Test
  void a13_theOtherSourceIsParkedAgainBeforeTheFence() {
    Scene scene = Scene.at(Stage.RELEASED);
    scene.data().addSource(backup(scene.data()));
    MemberAction.ParkSource park =
        assertDecision(scene.decide()).isAt(Phase.FENCING).writes(MemberAction.ParkSource.class);
    assertThat(park.target().uid()).isEqualTo("uid-backup");
  }

  /** A1, A13: a mover of the other source may still deliver an older copy over the final sync. */
  @Test
  void a13_theOtherSourcesMoverIsWaitedForAtTheFence() {
    Scene scene = Scene.at(Stage.RELEASED);
    SceneMember data = scene.data();
    data.addSource(parkedBackup(data)).job(jobOf("uid-backup"));
    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.MOVER_STILL_RUNNING);
  }

  private static JobView jobOf(String sourceUid) {
    OwnerView owner =
        new OwnerView(
            "volsync.backube/v1alpha1", "ReplicationSource", "backup", sourceUid, true, true);
    return JobView.builder()
        .meta(
            SampleObjects.meta(new ClaimKey("shop", "volsync-rsync-tls-src-backup"), "job", "72")
                .addOwners(owner)
                .build())
        .build();
  }

  private static SourceView parkedBackup(SceneMember m) {
    SourceView backup = backup(m);
    SourceJournal journal =
        SourceJournal.builder()
            .from(SampleObjects.sourceJournal(m))
            .sourceUid(backup.meta().uid())
            .build();
    return SourceView.builder()
        .from(backup)
        .schedule(Scene.FAR)
        .journal(Observed.of(journal))
        .build();
  }

  /** A13: a journal that cannot be read holds the only copy of a spec: it is never written over. */
  @Test
  void a13_anUnreadableJournalIsNeverWrittenOver() {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember data = scene.data();
    data.addSource(
        SourceView.builder().from(backup(data)).journal(Observed.unknown("not JSON")).build());

    assertDecision(scene.decide()).isAt(Phase.PARKING).waitsFor(Blocker.JOURNAL_UNREADABLE);
  }

  /** A13: at the end the other one is told. */
  @Test
  void a13_aSourceThatStaysParkedIsToldAtTheEnd() {
    Scene scene = Scene.at(Stage.RELINQUISHED);
    SceneMember data = scene.data();
    SourceView backup = backup(data);
    data.addSource(
        SourceView.builder()
            .from(backup)
            .schedule(Scene.FAR)
            .journal(
                Observed.of(
                    SourceJournal.builder()
                        .from(SampleObjects.sourceJournal(data))
                        .sourceUid("uid-backup")
                        .build()))
            .build());

    assertDecision(scene.decide()).isAt(Phase.RELINQUISHED).waitsFor(Blocker.SOURCE_LEFT_PARKED);
  }

  private static Scene primaryWithNewClaim() {
    Scene scene = Scene.at(Stage.PARKED).role(Role.PRIMARY, null);
    scene.freeze = Observed.absent();
    scene.data().claimMeta(m -> m.uid("uid-new"));
    scene.data().claim(c -> c.volumeName("pv-new"));
    return scene;
  }

  /** A15: an empty P of that name must not be synced over the replica: the source is parked. */
  @Test
  void a15_anEmptyClaimOfTheNameIsNeverSynced() {
    Scene scheduled = primaryWithNewClaim();
    scheduled.data().source(s -> s.schedule("*/5 * * * *").journal(Observed.absent()));
    assertDecision(scheduled.decide()).writes(MemberAction.ParkSource.class);

    assertDecision(primaryWithNewClaim().decide())
        .isAt(Phase.REFUSED)
        .waitsFor(Blocker.CLAIM_NOT_OURS);
  }

  /**
   * A15: the operator accepts it by uid: the old volume is kept aside, then nothing is repeated.
   */
  @Test
  void a15_anAcceptedClaimKeepsTheOldVolumeAside() {
    Scene scene = primaryWithNewClaim();
    scene.operator = OperatorWord.builder().addAcceptedClaims("uid-new").build();
    MemberAction.EndVolume end =
        assertDecision(scene.decide()).writes(MemberAction.EndVolume.class);
    assertThat(end.policy()).isEqualTo(ReclaimPolicy.RETAIN);

    scene.data().journal(j -> j.from(end.journal()));
    assertDecision(scene.decide()).writesNothing();
  }

  /** A15: the source is unparked for the claim in its own journal, or for one that was accepted. */
  @Test
  void a15_aSourceIsUnparkedForItsOwnClaimAlone() {
    Scene back = Scene.at(Stage.PARKED).role(Role.PRIMARY, null);
    back.freeze = Observed.absent();
    assertDecision(back.lookAtData()).writesNothing().needs(Evidence.GROUP);
    assertThat(assertDecision(back.decide()).writes(MemberAction.RestoreSource.class).journal())
        .isEqualTo(SampleObjects.sourceJournal(back.data()));

    Scene other = Scene.at(Stage.PARKED).role(Role.PRIMARY, null);
    other.freeze = Observed.absent();
    other
        .data()
        .source(
            s ->
                s.journal(
                    Observed.of(
                        SourceJournal.builder()
                            .from(SampleObjects.sourceJournal(other.data()))
                            .claimUid("uid-old")
                            .build())));
    assertDecision(other.decide()).isAt(Phase.PROTECTING).waitsFor(Blocker.SOURCE_LEFT_PARKED);

    other.operator = OperatorWord.builder().addAcceptedClaims("uid-data").build();
    assertDecision(other.decide()).writes(MemberAction.RestoreSource.class);
  }

  /** A23: a source that may have been left parked is told, and its claim is not Protected. */
  @Test
  void a23_anUnreadableJournalIsToldOnAPrimary() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.data().source(s -> s.journal(Observed.unknown("cut off")));
    assertDecision(scene.decide()).isAt(Phase.PROTECTING).waitsFor(Blocker.JOURNAL_UNREADABLE);
  }
}
