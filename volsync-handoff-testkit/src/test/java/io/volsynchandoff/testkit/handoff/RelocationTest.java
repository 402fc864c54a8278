// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.state.ClusterState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Whole relocations, undisturbed: the planner that ships over the models. */
class RelocationTest {
  @Test
  void oneMemberIsRelinquishedInEightWrites() {
    Handoff handoff = Handoff.ofOne();
    handoff.run();
    int protecting = handoff.writes().size();
    handoff.askForRelocation().run();
    handoff.write().stopApplications().run();
    handoff.assertRelinquished(handoff.deleteClaims().run());
    assertThat(handoff.writes().subList(protecting, handoff.writes().size()))
        .extracting(Action::getClass)
        .isEqualTo(
            List.of(
                GroupAction.RecordFreeze.class,
                MemberAction.ParkSource.class,
                MemberAction.RedirectVolume.class,
                MemberAction.CreateTemporaryClaim.class,
                MemberAction.ReleaseClaim.class,
                MemberAction.ArmSource.class,
                MemberAction.RecordProof.class,
                MemberAction.DeleteSource.class,
                MemberAction.DeleteTemporaryClaim.class));
  }

  @Test
  void threeMembersTakeAtMostEightWritesEachAndFourForTheGroup() {
    Handoff handoff = Handoff.ofThree();
    handoff.assertRelinquished(handoff.relocate());
    long protecting = 2L * handoff.members.size();
    assertThat(handoff.writesOfGroup()).isLessThanOrEqualTo(4);
    assertThat(handoff.writes().size() - handoff.writesOfGroup() - protecting)
        .isLessThanOrEqualTo(8L * handoff.members.size());
  }

  @Test
  void everyWriteOfTheApplicationIsCarried() {
    Handoff handoff = Handoff.ofThree();
    handoff.relocate();
    for (ClaimKey member : handoff.members) {
      assertThat(handoff.content(member).lastWrite()).isEqualTo(7);
      assertThat(handoff.replica(member)).isEqualTo(handoff.content(member));
    }
  }

  @Test
  void theOriginalPolicyIsJournalledToTheEnd() {
    Handoff handoff = Handoff.ofThree();
    handoff.relocate();
    assertThat(handoff.members)
        .extracting(member -> journal(handoff, member).originalPolicy())
        .containsExactly(ReclaimPolicy.DELETE, ReclaimPolicy.RETAIN, ReclaimPolicy.DELETE);
  }

  private static VolumeJournal journal(Handoff handoff, ClaimKey member) {
    return Objects.requireNonNull(handoff.volume(member).journal().orNull());
  }

  @Test
  void tenMorePassesWriteNothing() {
    Handoff handoff = Handoff.ofThree();
    handoff.relocate();
    ClusterState end = handoff.cluster.state();
    int writes = handoff.cluster.writes();
    for (int pass = 0; pass < 10; pass++) {
      handoff.run();
    }
    assertThat(handoff.cluster.writes()).isEqualTo(writes);
    assertThat(handoff.cluster.state()).isEqualTo(end);
  }

  @Test
  void aProtectedGroupWritesNothingEither() {
    Handoff handoff = Handoff.ofThree();
    assertThat(handoff.run().phase()).isEqualTo(Phase.PROTECTED);
    int writes = handoff.cluster.writes();
    for (int pass = 0; pass < 10; pass++) {
      handoff.cluster.advance(Duration.ofMinutes(7));
      assertThat(handoff.write().run().phase()).isEqualTo(Phase.PROTECTED);
    }
    assertThat(handoff.cluster.writes()).isEqualTo(writes);
    handoff.assertNoRuleIsBroken();
  }

  /** Nothing is parked or redirected while a pod runs; the schedule goes on meanwhile. */
  @Test
  void aRunningApplicationIsWaitedForWhileItsSyncsGoOn() {
    Handoff handoff = Handoff.ofThree();
    handoff.run();
    handoff.askForRelocation().run();
    int frozen = handoff.cluster.writes();
    for (int round = 0; round < 5; round++) {
      handoff.cluster.advance(Duration.ofMinutes(7));
      assertThat(handoff.write().run().phase()).isEqualTo(Phase.QUIESCING);
    }
    assertThat(handoff.cluster.writes()).isEqualTo(frozen);
    for (ClaimKey member : handoff.members) {
      assertThat(handoff.replica(member)).isEqualTo(handoff.content(member));
    }
    handoff.stopApplications().run();
    handoff.assertRelinquished(handoff.deleteClaims().run());
  }

  @Test
  void claimsMayBeDeletedBeforeTheSyncEnds() {
    Handoff handoff = Handoff.ofThree();
    handoff.run();
    handoff.write().askForRelocation().run();
    handoff.stopApplications().deleteClaims();
    handoff.assertRelinquished(handoff.run());
  }

  @Test
  void aClaimThatNobodyDeletesIsToldAndLetBe() {
    Handoff handoff = Handoff.ofOne();
    handoff.run();
    handoff.askForRelocation().stopApplications();
    var last = handoff.run();
    assertThat(last.phase()).isEqualTo(Phase.RELINQUISHED);
    assertThat(last.isBlockedBy(Blocker.CLAIM_NOT_DELETED)).isTrue();
    assertThat(handoff.cluster.state().claim(Scenario.claim("data-0"))).isNotNull();
    handoff.assertRelinquished(last);
  }

  @Test
  void aDriverThatNeverAttachesIsServedToo() {
    Handoff handoff = Handoff.ofOneThatNeverAttaches(Handoff.PLANNER);
    handoff.assertRelinquished(handoff.relocate());
  }
}
