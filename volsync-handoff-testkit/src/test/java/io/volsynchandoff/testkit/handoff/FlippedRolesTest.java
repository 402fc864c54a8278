// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static io.volsynchandoff.testkit.handoff.SourceAttacks.P;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.endOf;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.handoff.SourceAttacks.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roles and actions that change in mid-handoff (attack A17), over the models. */
class FlippedRolesTest {
  private static Handoff ofOne() {
    return Handoff.of(member(), Handoff.PLANNER);
  }

  private static void assertRelinquished(End end) {
    end.handoff().assertRelinquished(end.last());
  }

  /** A17: a flip to primary and back in mid-handoff stops it and lets it go on. */
  @ParameterizedTest(name = "after {0} writes")
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void a17_aFlipStopsTheHandoffAndUndoesNothing(int writes) {
    Handoff handoff = ofOne();
    handoff.protectAndStop().passUntilWrites(writes).ask(Role.PRIMARY, null);
    int before = handoff.writes().size();
    GroupDecision stopped = handoff.run();
    assertThat(handoff.writes()).hasSize(before);
    assertThat(stopped.isBlockedBy(Blocker.TURN_BACK_IMPOSSIBLE)).isTrue();
    handoff.askForRelocation();
    assertRelinquished(endOf(handoff));
  }

  @ParameterizedTest(name = "after {0} writes")
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void a17_relocateMayBecomeFailoverAndNeverBack(int writes) {
    Handoff handoff = ofOne();
    handoff.protectAndStop().passUntilWrites(writes);
    boolean proven = handoff.isProven(P);
    handoff.ask(Role.SECONDARY, RequestedAction.FAILOVER).run();
    handoff.askForRelocation();
    GroupDecision last = handoff.run();
    assertThat(last.phase()).isEqualTo(proven ? Phase.RELINQUISHED : Phase.GIVEN_UP);
    assertThat(handoff.volume(P).policy()).isEqualTo(VolumeView.ReclaimPolicy.RETAIN);
    assertThat(handoff.content(P).lastWrite()).isEqualTo(6);
    assertThat(handoff.cluster.state().source(P)).isNull();
    handoff.assertNoRuleIsBroken();
  }

  @Test
  void a17_aSecondaryWithoutAnActionWaits() {
    Handoff handoff = ofOne();
    handoff.run();
    int before = handoff.writes().size();
    GroupDecision last = handoff.ask(Role.SECONDARY, null).stopApplications().run();
    assertThat(last.isBlockedBy(Blocker.ACTION_MISSING)).isTrue();
    assertThat(handoff.writes()).hasSize(before);
  }

  /** A17: a group that is seen first as a secondary is protected before it is handed off. */
  @Test
  void a17_aGroupFirstSeenAsSecondaryIsRelocated() {
    Handoff handoff = ofOne();
    handoff.askForRelocation().write().stopApplications();
    assertRelinquished(endOf(handoff));
  }
}
