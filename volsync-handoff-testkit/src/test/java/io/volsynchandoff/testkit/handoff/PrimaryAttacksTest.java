// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static io.volsynchandoff.testkit.handoff.SourceAttacks.P;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.member;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.sourceOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * What may happen to a claim and its sources beside a handoff (attacks A13, A15, A22), over the
 * models.
 */
class PrimaryAttacksTest {
  private static Handoff ofOne() {
    return Handoff.of(member(), Handoff.PLANNER);
  }

  private static Step backup(SourceView source, String name) {
    Meta meta = Meta.builder().namespace(P.namespace()).name(name).uid("").build();
    return User.create(
        Kinds.SOURCES,
        SourceView.builder()
            .from(source)
            .meta(meta)
            .movers(ImmutableList.of(Mover.RESTIC))
            .schedule("*/10 * * * *")
            .build());
  }

  @Test
  void a13_aBackupOfTheSameClaimIsParkedAndNeverArmed() {
    Handoff handoff = ofOne();
    handoff.run();
    handoff.take(backup(sourceOf(handoff), "backup")).write();
    handoff.askForRelocation().stopApplications().run();
    GroupDecision last = handoff.deleteClaims().run();
    assertThat(last.phase()).isEqualTo(Phase.RELINQUISHED);
    assertThat(handoff.replica(P)).isEqualTo(handoff.content(P));
    SourceView left =
        Objects.requireNonNull(handoff.cluster.state().source(Scenario.claim("backup")));
    assertThat(left.manualTag()).isNull();
    assertThat(left.isSyncing()).isFalse();
    handoff.assertNoRuleIsBroken();
  }

  /** A15: an empty P that a StatefulSet makes is not synced over the replica. */
  @Test
  void a15_anEmptyClaimOfTheSameNameIsNotSynced() {
    Handoff handoff = ofOne();
    handoff.run();
    handoff.write();
    handoff.pass(Duration.ofMinutes(6), 2);
    Content synced = handoff.replica(P);
    ClaimView old = Objects.requireNonNull(handoff.cluster.state().claim(P));
    handoff.take(User.delete(Kinds.CLAIMS, P)).stopApplications().run();
    handoff.take(User.createAgain(old)).run();
    GroupDecision last = handoff.pass(Duration.ofHours(2), 8).run();
    assertThat(last.isBlockedBy(Blocker.CLAIM_NOT_OURS)).isTrue();
    assertThat(handoff.replica(P)).isEqualTo(synced);
    assertThat(handoff.content(P)).isEqualTo(synced);
    handoff.assertNoRuleIsBroken();
    ClaimView empty = Objects.requireNonNull(handoff.cluster.state().claim(P));
    handoff.editGroup(
        "accepts the claim",
        g -> g.operator(OperatorWord.builder().addAcceptedClaims(empty.meta().uid()).build()));
    handoff.run();
    handoff.pass(Duration.ofMinutes(6), 2);
    assertThat(handoff.replica(P)).isNotEqualTo(synced);
  }

  /** A22: what the group owned on a primary is disowned before the group can go. */
  @Test
  void a22_aForegroundDeletionOfTheGroupDeletesNoClaim() {
    Handoff handoff = ofOne();
    handoff.take(
        new Step(
            "user: makes the group own the claim",
            state ->
                ApiServer.edit(
                    state, Kinds.CLAIMS, P, c -> ownedBy(c, handoff.groupObject().meta()))));
    handoff.run();
    handoff.take(User.deleteForeground(Kinds.GROUPS, handoff.group)).write();
    handoff.run();
    ClaimView claim = Objects.requireNonNull(handoff.cluster.state().claim(P));
    assertThat(claim.meta().isDeleting()).isFalse();
    assertThat(handoff.cluster.state().all(Kinds.GROUPS)).isEmpty();
    handoff.assertNoRuleIsBroken();
  }

  private static ClaimView ownedBy(ClaimView claim, Meta owner) {
    Meta meta =
        Meta.builder()
            .from(claim.meta())
            .addOwners(
                new OwnerView(
                    "ramendr.openshift.io/v1alpha1",
                    Kinds.GROUPS.name(),
                    owner.name(),
                    owner.uid(),
                    false,
                    false))
            .build();
    return ClaimView.builder().from(claim).meta(meta).build();
  }
}
