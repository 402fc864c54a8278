// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static io.volsynchandoff.testkit.handoff.SourceAttacks.P;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.endOf;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.member;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.sourceOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.handoff.SourceAttacks.End;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The freeze lost, forged, and come too early (attacks A18 to A20), over the models. */
class FreezeAttacksTest {
  private static Handoff ofOne() {
    return Handoff.of(member(), Handoff.PLANNER);
  }

  private static void assertRelinquished(End end) {
    end.handoff().assertRelinquished(end.last());
  }

  /** A18: the freeze is lost when the first claim is gone already. */
  @ParameterizedTest(name = "after {0} writes")
  @ValueSource(ints = {8, 10, 12, 14, 16, 18, 20, 22, 24})
  void a18_aLostFreezeIsRebuiltFromTheJournals(int writes) {
    Handoff handoff = Handoff.ofThree();
    handoff.protectAndStop().passUntilWrites(writes).deleteClaims();
    handoff.cluster.settle(Scenario.everyone());
    handoff.editGroup("loses its annotations", g -> g.freeze(Observed.absent()));
    GroupDecision last = handoff.run();
    assertThat(handoff.groupObject().freeze().orNull())
        .satisfies(freeze -> assertThat(freeze.members()).hasSize(3));
    handoff.assertRelinquished(last);
  }

  /** A19: a claim that is selected after the freeze holds everyone back from arming. */
  @Test
  void a19_aLateClaimIsNotLeftBehind() {
    Handoff handoff = ofOne();
    handoff.run();
    handoff.write().askForRelocation().run();
    ClaimView p = Objects.requireNonNull(handoff.cluster.state().claim(P));
    Meta meta = Meta.builder().from(p.meta()).name("data-9").uid("").build();
    handoff.take(User.createAgain(ClaimView.builder().from(p).meta(meta).build()));
    GroupDecision last = handoff.stopApplications().run();
    assertThat(last.phase()).isEqualTo(Phase.FENCING);
    assertThat(last.isBlockedBy(Blocker.MEMBERS_NOT_READY)).isTrue();
    assertThat(sourceOf(handoff).manualTag()).isNull();
    handoff.take(User.delete(Kinds.CLAIMS, Scenario.claim("data-9")));
    assertRelinquished(endOf(handoff));
  }

  /** A20: an editor of the group writes another group's volume into the freeze. */
  @Test
  void a20_aForgedFreezeMovesNoVolumeThatIsNotTheGroups() {
    Handoff handoff = Handoff.ofThree();
    handoff.run();
    handoff.write().askForRelocation().run();
    Freeze freeze = Objects.requireNonNull(handoff.groupObject().freeze().orNull());
    FrozenMember first = freeze.members().get(0);
    ClaimKey stolen = Scenario.claim("stolen");
    FrozenMember forged =
        new FrozenMember(stolen, first.claimUid(), "pv-data-2", first.sourceUid(), first.nodes());
    handoff.editGroup(
        "forges the freeze",
        g ->
            g.freeze(
                Observed.of(new Freeze(freeze.id(), freeze.action(), ImmutableList.of(forged)))));
    VolumeView before = handoff.volume(Scenario.claim("data-2"));
    handoff.stopApplications().run();
    assertThat(handoff.volume(Scenario.claim("data-2")).claimRef()).isEqualTo(before.claimRef());
    assertThat(handoff.volume(Scenario.claim("data-2")).policy()).isEqualTo(before.policy());
  }
}
