// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.testkit.Play.P;
import static io.volsynchandoff.testkit.Play.RS;
import static io.volsynchandoff.testkit.cluster.Scenario.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.Play;
import io.volsynchandoff.testkit.cluster.MemberScenario;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Facts §1, and what was seen of the real operator in §8. */
class SimulatedVolSyncTest {
  private static final String YEARLY = "0 0 1 12 *";
  private static final ClaimKey JOB = Scenario.claim("volsync-rsync-tls-src-data-0");

  private static MemberScenario member() {
    return Scenario.group("g").member("data-0");
  }

  private static Play play(MemberScenario member) {
    return new Play(member.build());
  }

  /** A second claim that is bound, for a source to be pointed at. */
  private static ClusterState withOtherClaim(ClusterState state) {
    ClaimView p = Objects.requireNonNull(state.claim(P));
    Meta meta = Meta.builder().namespace(P.namespace()).name("other").uid("").build();
    return ApiServer.create(
        state,
        Kinds.CLAIMS,
        ClaimView.builder()
            .from(p)
            .meta(meta)
            .volumeName(null)
            .phase(ClaimView.Phase.PENDING)
            .build());
  }

  /** Facts §1.1. */
  @Nested
  class TheStateMachine {
    @Test
    void aSourceWithoutStatusSyncsAtOnceWhateverItsTrigger() {
      Play play = play(member().schedule(YEARLY).lastSyncTime(null));
      play.step("starts its first sync");
      assertThat(play.source().lastSyncStartTime()).isEqualTo(START);
      assertThat(play.settle().replica()).isEqualTo(play.content());
    }

    @Test
    void theStartIsRecordedBeforeAnyWork() {
      Play play = play(member()).pass(Duration.ofMinutes(2)).step("cleans up and starts a sync");
      assertThat(play.source().isSyncing()).isTrue();
      assertThat(play.state().truth().copies()).isEmpty();
      assertThat(play.state().all(Kinds.JOBS)).isEmpty();
    }

    @Test
    void aScheduleIsDueAfterItsFirstTimeAfterTheLastSync() {
      Play play = play(member());
      assertThat(SimulatedVolSync.nextSyncTime(play.source()))
          .isEqualTo(Instant.parse("2026-03-02T10:05:00Z"));
      assertThat(play.settle().source().lastSyncTime()).isEqualTo(START.minusSeconds(240));
      play.pass(Duration.ofMinutes(2)).settle();
      assertThat(play.source().lastSyncTime()).isEqualTo(START.plusSeconds(120));
      assertThat(play.replica()).isEqualTo(play.content());
    }

    /** Attack A4, seen: a yearly date fires at once where the last sync is older than it. */
    @Test
    void aYearlyScheduleFiresAtOnceWhereTheLastSyncIsOlderThanItsLastTime() {
      Instant old = Instant.parse("2025-01-15T00:00:00Z");
      Play play = play(member().schedule("0 0 1 2 *").lastSyncTime(old));
      assertThat(play.offers("starts a sync")).isTrue();
      Play parked = play(member().schedule(YEARLY));
      assertThat(parked.offers("volsync:")).isFalse();
    }

    /** Facts §8: an impossible date loops. */
    @Test
    void anImpossibleDateIsAlwaysDue() {
      Play play = play(member().schedule("0 0 31 2 *"));
      play.step("starts a sync").step("cuts").step("makes its Job");
      play.step("makes a pod").step("may mount").step("starts pod").step("delivers");
      play.step("completes its sync");
      assertThat(play.offers("cleans up and starts a sync")).isTrue();
    }

    /** Facts §1.2. */
    @Test
    void statusTellsTheTurnsOfASync() {
      Play play = play(member().syncing());
      assertThat(play.source().synchronizingReason()).isEqualTo("SyncInProgress");
      play.step("makes its Job").step("makes a pod").step("may mount").step("starts pod");
      play.step("delivers").step("completes its sync");
      assertThat(play.source().synchronizingReason()).isEqualTo("CleaningUp");
      assertThat(play.source().isSyncing()).isFalse();
      assertThat(play.state().all(Kinds.JOBS)).containsKey(JOB);
      play.step("cleans up and rests");
      assertThat(play.source().synchronizingReason()).isEqualTo("WaitingForSchedule");
      assertThat(play.source().moverResult()).isEqualTo("Successful");
      assertThat(play.state().all(Kinds.JOBS)).isEmpty();
      assertThat(play.state().truth().copies()).isEmpty();
    }

    @Test
    void anExternalSourceIsLeftAlone() {
      UnaryOperator<SourceView> external =
          source ->
              SourceView.builder()
                  .from(source)
                  .movers(Set.of(Mover.EXTERNAL))
                  .lastSyncTime(null)
                  .build();
      assertThat(play(member().source(external)).offers("volsync:")).isFalse();
    }
  }

  /** Facts §1.3, §1.5. */
  @Nested
  class Tags {
    @Test
    void anIdleSourceSyncsOnceForANewTagAndNotForTheSameAgain() {
      Play play = play(member()).editSource(s -> s.manualTag("one")).write().settle();
      assertThat(play.source().lastManualSync()).isEqualTo("one");
      assertThat(play.source().synchronizingReason()).isEqualTo("WaitingForManual");
      assertThat(play.replica()).isEqualTo(play.content());
      play.write().editSource(s -> s.schedule(null)).settle();
      assertThat(play.replica()).isNotEqualTo(play.content());
    }

    /** Seen: a tag set while a sync is in flight is stamped by the old sync; none follows. */
    @Test
    void aTagSetInMidSyncIsStampedWithoutTheLastWrite() {
      for (String method : new String[] {"Snapshot", "Clone"}) {
        Play play = play(member().copyMethod(method).syncing());
        play.write().editSource(s -> s.manualTag("final")).settle();
        assertThat(play.source().lastManualSync()).isEqualTo("final");
        assertThat(play.source().isSyncing()).isFalse();
        assertThat(play.replica()).isNotEqualTo(play.content());
      }
    }

    @Test
    void underDirectATagSetInMidSyncIsStampedWithWhatTheMoverReadWhenItStarted() {
      Play play = play(member().copyMethod("Direct").syncing());
      play.step("makes a pod").step("may mount").step("starts pod").write();
      play.editSource(s -> s.manualTag("final")).settle();
      assertThat(play.source().lastManualSync()).isEqualTo("final");
      assertThat(play.replica()).isNotEqualTo(play.content());
    }

    @Test
    void aCompletedScheduledSyncClearsTheTag() {
      Play play = play(member()).editSource(s -> s.manualTag("one")).settle();
      play.editSource(s -> s.manualTag(null)).pass(Duration.ofMinutes(5)).settle();
      assertThat(play.source().lastManualSync()).isNull();
      play.write().editSource(s -> s.manualTag("one")).settle();
      assertThat(play.replica()).isEqualTo(play.content());
    }

    /** Facts §1.3, the sharper variant: the Job had succeeded before the tag was set. */
    @Test
    void aLostStatusWriteCreditsAFinishedJobToTheNewTag() {
      Play play = play(member().syncing()).step("makes its Job").step("makes a pod");
      play.step("may mount").step("starts pod").step("delivers");
      Step completion = new SimulatedVolSync().steps(play.state()).get(0);
      play.write().editSource(s -> s.manualTag("final")).take(completion);
      assertThat(play.source().isSyncing()).as("the stale status write is lost").isTrue();
      play.settle();
      assertThat(play.source().lastManualSync()).isEqualTo("final");
      assertThat(play.replica()).isNotEqualTo(play.content());
    }
  }

  /** Facts §1.4. */
  @Nested
  class ChangesInMidSync {
    /** Seen: the old claim's copy is used, the new tag stamped, the new claim never synced. */
    @Test
    void anotherClaimUnderSnapshotIsNotSynced() {
      Play play = play(member().syncing()).change(SimulatedVolSyncTest::withOtherClaim);
      play.editSource(s -> s.sourceClaim("other").manualTag("final")).settle();
      assertThat(play.source().lastManualSync()).isEqualTo("final");
      assertThat(play.replica()).isEqualTo(play.content());
    }

    @Test
    void anotherClaimBeforeTheCopyIsCutIsSynced() {
      Play play = play(member()).change(SimulatedVolSyncTest::withOtherClaim);
      play.pass(Duration.ofMinutes(2)).step("starts a sync");
      play.editSource(s -> s.sourceClaim("other")).settle();
      assertThat(play.replica().lastWrite()).as("the replica is wiped").isZero();
    }

    /** Seen: the Job is replaced, and the new mover starts before the old one has stopped. */
    @Test
    void anotherClaimUnderDirectReplacesTheJob() {
      Play play = play(member().copyMethod("Direct").syncing());
      play.change(SimulatedVolSyncTest::withOtherClaim);
      play.step("makes a pod").step("may mount").step("starts pod");
      play.editSource(s -> s.sourceClaim("other")).step("the Job is replaced");
      assertThat(play.source().synchronizingReason()).isEqualTo("Error");
      play.step("makes its Job").step("makes a pod");
      assertThat(play.state().all(Kinds.PODS).keySet())
          .extracting(ClaimKey::name)
          .containsExactly("data-0-app-1", JOB.name() + "-1", JOB.name() + "-2");
    }

    @Test
    void otherMoverPodLabelsReplaceTheJobOnTheSameCopy() {
      Play play = play(member().syncing()).step("makes its Job").write();
      play.editSource(s -> s.moverPodLabels(ImmutableMap.of("k", "v")));
      play.step("the Job is replaced").settle();
      assertThat(play.source().isSyncing()).isFalse();
      assertThat(play.replica()).isNotEqualTo(play.content());
    }

    /** Attack A1: the pod of a replaced Job lives on and delivers its old copy last. */
    @Test
    void theOldMoverMayDeliverAfterTheNewOne() {
      Play play = play(member().syncing()).step("makes its Job").step("makes a pod");
      play.step("may mount").step("starts pod");
      ClusterState before = play.state();
      play.editSource(s -> s.copyMethod("Direct").manualTag("final"));
      play.write().step("the Job is replaced").step("makes its Job").step("makes a pod");
      play.step("-2 may mount").step("starts pod shop/" + JOB.name() + "-2");
      play.step(JOB.name() + "-2 delivers").step("completes its sync");
      assertThat(play.replica()).isEqualTo(play.content());
      play.step(JOB.name() + "-1 delivers");
      assertThat(play.replica().lastWrite())
          .isEqualTo(before.truth().copies().values().iterator().next().content().lastWrite())
          .isLessThan(play.content().lastWrite());
    }

    /** Seen: paused with a new tag still takes the copy at once, and sends that on un-pausing. */
    @Test
    void aPausedSourceCutsItsCopyAndSendsItWhenItGoesOn() {
      Play play = play(member()).editSource(s -> s.manualTag("one").paused(true)).settle();
      assertThat(play.source().isSyncing()).isTrue();
      play.write().editSource(s -> s.paused(false)).settle();
      assertThat(play.source().lastManualSync()).isEqualTo("one");
      assertThat(play.replica()).isNotEqualTo(play.content());
    }

    /** Seen: {@code paused: true} frees the claim from its mover. */
    @Test
    void pausingStopsTheMover() {
      Play play = play(member().copyMethod("Direct").syncing());
      play.step("makes a pod").step("may mount").step("starts pod");
      play.editSource(s -> s.paused(true)).settle();
      assertThat(play.state().all(Kinds.PODS)).hasSize(1);
      assertThat(play.source().isSyncing()).isTrue();
    }

    /** Seen: parking in mid-sync lets the sync end, and the source then rests. */
    @Test
    void parkingWithAFarScheduleLetsTheSyncEndAndStartsNone() {
      Play play = play(member().syncing()).editSource(s -> s.schedule(YEARLY)).settle();
      assertThat(play.source().isSyncing()).isFalse();
      assertThat(play.source().synchronizingReason()).isEqualTo("WaitingForSchedule");
      assertThat(SimulatedVolSync.nextSyncTime(play.source()))
          .isEqualTo(Instant.parse("2026-12-01T00:00:00Z"));
    }
  }

  /** Facts §2.2 and §8: what never ends by itself. */
  @Nested
  class Wedges {
    @Test
    void aSourceWhoseClaimIsGoneFailsForEverAndEndsAtOnceWhenItIsPointedElsewhere() {
      Play play = play(member().syncing()).change(SimulatedVolSyncTest::withOtherClaim);
      play.settle().pass(Duration.ofMinutes(5)).step("starts a sync");
      play.change(state -> state.without(Kinds.CLAIMS, P)).settle();
      assertThat(play.source().synchronizingMessage())
          .isEqualTo("PersistentVolumeClaim \"data-0\" not found");
      assertThat(play.source().isSyncing()).isTrue();
      play.editSource(s -> s.sourceClaim("other").copyMethod("Direct")).settle();
      assertThat(play.source().isSyncing()).isFalse();
      assertThat(play.source().lastManualSync()).isNull();
    }

    @Test
    void noCopyIsCutOfAClaimThatIsLostOrDeleting() {
      Play lost = play(member()).pass(Duration.ofMinutes(2)).step("starts a sync");
      lost.change(state -> phase(state, ClaimView.Phase.LOST));
      assertThat(lost.offers("volsync:")).isFalse();
      Play deleting = play(member()).pass(Duration.ofMinutes(2)).step("starts a sync");
      deleting.change(state -> ApiServer.delete(state, Kinds.CLAIMS, P)).settle();
      assertThat(deleting.source().isSyncing()).isTrue();
      assertThat(deleting.state().all(Kinds.JOBS)).isEmpty();
    }

    private ClusterState phase(ClusterState state, ClaimView.Phase phase) {
      return ApiServer.edit(
          state, Kinds.CLAIMS, P, c -> ClaimView.builder().from(c).phase(phase).build());
    }

    @Test
    void aCopyTriggerHoldsTheCopy() {
      Play play = play(member().claim(SimulatedVolSyncTest::triggered));
      play.pass(Duration.ofMinutes(2)).settle();
      assertThat(play.source().isSyncing()).isTrue();
      assertThat(play.state().truth().copies()).isEmpty();
    }

    @Test
    void aMissingSecretIsAnErrorWithTheSyncOpen() {
      Play play = play(member().source(s -> secret(s, "absent"))).pass(Duration.ofMinutes(2));
      play.settle();
      assertThat(play.source().synchronizingReason()).isEqualTo("Error");
      assertThat(play.source().isSyncing()).isTrue();
    }

    private SourceView secret(SourceView source, String name) {
      return SourceView.builder().from(source).secretName(name).build();
    }

    /** Seen: retries after mover failures reuse the first copy; the Job is made again for ever. */
    @Test
    void aMoverThatFailsIsMadeAgainOnTheSameCopy() {
      Play play = play(member().syncing()).step("makes its Job").write();
      for (int failure = 1; failure <= 2; failure++) {
        play.step("makes a pod").step("may mount").step("starts pod");
        play.step(JOB.name() + "-" + failure + " fails");
      }
      play.step("gives its failed Job up");
      assertThat(play.source().moverResult()).isEqualTo("Failed");
      assertThat(play.source().isSyncing()).isTrue();
      play.settle();
      assertThat(play.source().isSyncing()).isFalse();
      assertThat(play.replica()).isNotEqualTo(play.content());
    }
  }

  private static ClaimView triggered(ClaimView claim) {
    Meta meta =
        Meta.builder().from(claim.meta()).putAnnotations(HandoffNames.COPY_TRIGGER, "x").build();
    return ClaimView.builder().from(claim).meta(meta).build();
  }

  /** Facts §2.4, §8. */
  @Nested
  class Leftovers {
    @Test
    void aDeletedSourceIsGoneAtOnceAndItsMoverOutlivesIt() {
      Play play = play(member().syncing()).step("makes its Job").step("makes a pod");
      play.step("may mount").step("starts pod").take(User.delete(Kinds.SOURCES, RS));
      assertThat(play.state().source(RS)).isNull();
      play.step("garbage collector: deletes Job");
      assertThat(play.offers("-1 delivers")).isTrue();
      play.settle();
      assertThat(play.state().all(Kinds.JOBS)).isEmpty();
      assertThat(play.state().all(Kinds.PODS)).hasSize(1);
      assertThat(play.state().truth().copies()).isEmpty();
    }

    @Test
    void aSourceMadeAgainAdoptsAnOrphanedCopy() {
      Play play = play(member().syncing()).write();
      SourceView draft = withoutStatus(play.source());
      play.take(User.deleteSourceOrphaning(RS)).take(User.create(Kinds.SOURCES, draft)).settle();
      assertThat(play.source().lastSyncTime()).isNotNull();
      assertThat(play.replica()).isNotEqualTo(play.content());
    }

    @Test
    void aSourceMadeAgainAfterANormalDeletionCopiesAfresh() {
      Play play = play(member().syncing()).write();
      SourceView draft = withoutStatus(play.source());
      play.take(User.delete(Kinds.SOURCES, RS)).take(User.create(Kinds.SOURCES, draft));
      play.step("starts its first sync").step("fails: copy");
      play.settle();
      assertThat(play.replica()).isEqualTo(play.content());
    }

    private SourceView withoutStatus(SourceView source) {
      return SourceView.builder()
          .from(source)
          .lastSyncTime(null)
          .lastSyncStartTime(null)
          .synchronizingReason(null)
          .synchronizingMessage(null)
          .build();
    }

    /** Attack A2: on a stale view VolSync makes a Job though the sync has ended. */
    @Test
    void aStaleVolSyncMakesAJobAndItsStatusWriteIsLost() {
      Play play = play(member().syncing());
      ClusterState stale = play.state();
      play.settle();
      SourceView rested = play.source();
      Step late = new SimulatedVolSync().steps(stale).get(0);
      play.take(late);
      assertThat(play.state().all(Kinds.JOBS)).containsKey(JOB);
      assertThat(play.source()).isEqualTo(rested);
    }
  }

  /** Facts §4.3: the debug mover ends well and has synced nothing. */
  @Test
  void aDebugMoverCompletesWithoutSyncing() {
    Play play = play(member()).editSource(s -> s.debugMover(true).manualTag("final"));
    long before = play.replica().lastWrite();
    play.settle();
    assertThat(play.source().lastManualSync()).isEqualTo("final");
    assertThat(play.replica().lastWrite()).isEqualTo(before);
  }

  /** Facts §2.3: the longest name, then a CRC of the owner's name. */
  @Test
  void longNamesAreShortenedAsVolSyncDoes() {
    String name = "a-very-long-name-of-a-source-that-does-not-fit-into-a-label";
    SourceView source =
        SourceView.builder()
            .from(play(member()).source())
            .meta(Meta.builder().namespace("shop").name(name).uid("u").build())
            .build();
    CRC32 crc = new CRC32();
    crc.update(name.getBytes(StandardCharsets.UTF_8));
    assertThat(VolSyncNames.job(source).name())
        .isEqualTo("volsync-rsync-tls-src-" + String.format("%08x", crc.getValue()));
    assertThat(VolSyncNames.copy(source).name()).isEqualTo("volsync-" + name + "-src");
  }
}
