// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static io.volsynchandoff.testkit.handoff.SourceAttacks.P;
import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.state.Kinds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How volumes leave our care: unprotected, given up, deleted with their group. */
class EndsTest {

  private static void deleteGroup(Handoff handoff) {
    handoff.take(User.delete(Kinds.GROUPS, handoff.group)).run();
  }

  private static void assertNothingOfOursIsLeft(Handoff handoff) {
    assertThat(handoff.cluster.state().all(Kinds.GROUPS)).isEmpty();
    for (ClaimKey member : handoff.members) {
      assertThat(handoff.volume(member).journal().isAbsent()).isTrue();
      ClaimView claim = handoff.cluster.state().claim(member);
      if (claim != null) {
        assertThat(claim.meta().finalizers()).doesNotContain(HandoffNames.CLAIM_FINALIZER);
      }
    }
    handoff.assertNoRuleIsBroken();
  }

  /** Design §5.1: policies as they were, sources as they were. */
  @Test
  void aDeletedPrimaryGivesEveryVolumeItsOwnPolicyBack() {
    Handoff handoff = Handoff.ofThree();
    handoff.run();
    var sources = handoff.cluster.state().all(Kinds.SOURCES);
    deleteGroup(handoff);
    assertNothingOfOursIsLeft(handoff);
    assertThat(handoff.members)
        .extracting(member -> handoff.volume(member).policy())
        .containsExactly(ReclaimPolicy.DELETE, ReclaimPolicy.RETAIN, ReclaimPolicy.DELETE);
    assertThat(handoff.cluster.state().all(Kinds.SOURCES)).isEqualTo(sources);
  }

  /** Attack A21: the claim is deleted before its volume is decided on. */
  @Test
  void aClaimThatIsDeletedWithItsGroupLeavesItsVolumeRetained() {
    Handoff handoff = Handoff.ofOne();
    handoff.run();
    handoff.stopApplications().take(User.delete(Kinds.CLAIMS, P));
    deleteGroup(handoff);
    assertNothingOfOursIsLeft(handoff);
    assertThat(handoff.cluster.state().claim(P)).isNull();
    assertThat(handoff.volume(P).policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(handoff.content(P).lastWrite()).isPositive();
  }

  /** Attack A21: the claim is deleted between the decision on its volume and its release. */
  @ParameterizedTest(name = "after {0} writes")
  @ValueSource(ints = {0, 1})
  void aClaimThatIsDeletedInTheMiddleOfItKeepsItsData(int writes) {
    Handoff handoff = Handoff.ofOne();
    handoff.run();
    handoff.stopApplications().take(User.delete(Kinds.GROUPS, handoff.group));
    handoff.passUntilWrites(writes).take(User.delete(Kinds.CLAIMS, P)).run();
    assertNothingOfOursIsLeft(handoff);
    assertThat(handoff.volume(P).policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(handoff.content(P).lastWrite()).isPositive();
  }

  @Test
  void afterTheProofADeletedGroupFinishesForward() {
    Handoff handoff = Handoff.ofThree();
    handoff.protectAndStop();
    handoff.passUntil(() -> handoff.members.stream().allMatch(handoff::isProven));
    handoff.take(User.delete(Kinds.GROUPS, handoff.group)).deleteClaims().run();
    assertThat(handoff.cluster.state().all(Kinds.GROUPS)).isEmpty();
    assertThat(handoff.cluster.state().all(Kinds.SOURCES)).isEmpty();
    assertThat(handoff.cluster.state().all(Kinds.CLAIMS)).isEmpty();
    for (ClaimKey member : handoff.members) {
      assertThat(handoff.volume(member).policy()).isEqualTo(ReclaimPolicy.RETAIN);
      assertThat(handoff.replica(member)).isEqualTo(handoff.content(member));
    }
    handoff.assertNoRuleIsBroken();
  }

  /** Before the proof it would have to turn back: it stops where it stands. */
  @Test
  void beforeTheProofADeletedGroupIsNotLetGo() {
    Handoff handoff = Handoff.ofOne();
    handoff.protectAndStop().passUntilWrites(3);
    handoff.take(User.delete(Kinds.GROUPS, handoff.group)).run();
    assertThat(handoff.groupObject().meta().isDeleting()).isTrue();
    assertThat(handoff.volume(P).policy()).isEqualTo(ReclaimPolicy.RETAIN);
    handoff.assertNoRuleIsBroken();
  }

  /** Design §5.0: no final sync, the volume is kept aside with its last writes. */
  @Test
  void aFailoverGivesUpWithoutASync() {
    Handoff handoff = Handoff.ofThree();
    handoff.run();
    long synced = handoff.replica(P).lastWrite();
    handoff.write().ask(Role.SECONDARY, RequestedAction.FAILOVER).stopApplications();
    handoff.run();
    GroupDecision last = handoff.deleteClaims().run();
    assertThat(last.phase()).isEqualTo(Phase.GIVEN_UP);
    assertThat(handoff.cluster.state().all(Kinds.SOURCES)).isEmpty();
    assertThat(handoff.cluster.state().all(Kinds.CLAIMS)).isEmpty();
    for (ClaimKey member : handoff.members) {
      assertThat(handoff.volume(member).policy()).isEqualTo(ReclaimPolicy.RETAIN);
      assertThat(handoff.content(member).lastWrite()).isEqualTo(6);
    }
    assertThat(handoff.replica(P).lastWrite()).isEqualTo(synced);
    handoff.assertNoRuleIsBroken();
  }
}
