// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static io.volsynchandoff.testkit.handoff.SourceAttacks.P;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.T;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.endOf;
import static io.volsynchandoff.testkit.handoff.SourceAttacks.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.action.MemberAction.CreateTemporaryClaim;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.cluster.Admission;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.handoff.SourceAttacks.End;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes that the server refuses, or that cannot be made (attacks A12, A24), over the models. */
class RefusedWritesTest {
  private static final String QUOTA = "exceeded quota: one-claim";

  private static Handoff ofOne() {
    return Handoff.of(member(), Handoff.PLANNER);
  }

  private static void assertRelinquished(End end) {
    end.handoff().assertRelinquished(end.last());
  }

  private static void assertNotMoved(Handoff handoff) {
    assertThat(Objects.requireNonNull(handoff.volume(P).claimRef()).names(P)).isTrue();
    handoff.assertNoRuleIsBroken();
  }

  @Test
  void a12_aQuotaIsToldBeforeTheVolumeMoves() {
    Handoff handoff = ofOne();
    handoff.cluster.admit(Admission.refusing(CreateTemporaryClaim.class, QUOTA));
    GroupDecision last = handoff.protectAndStop().run();
    assertThat(last.isBlockedBy(Blocker.WRITE_REFUSED)).as(last.toString()).isTrue();
    assertThat(last.members().get(0).blockers())
        .anySatisfy(blocked -> assertThat(blocked.message()).contains(QUOTA));
    assertNotMoved(handoff);
    handoff.cluster.admit(Admission.open());
    handoff.cluster.advance(Duration.ofMinutes(1));
    assertRelinquished(endOf(handoff));
  }

  @Test
  void a12_aQuotaThatComesAfterTheRedirectIsToldToo() {
    Handoff handoff = ofOne();
    handoff
        .protectAndStop()
        .passUntil(() -> Objects.requireNonNull(handoff.volume(P).claimRef()).names(T));
    handoff.cluster.admit(Admission.refusing(CreateTemporaryClaim.class, QUOTA));
    GroupDecision last = handoff.run();
    assertThat(last.isBlockedBy(Blocker.WRITE_REFUSED)).as(last.toString()).isTrue();
    assertThat(last.wakeAfter()).isNotNull();
    handoff.cluster.admit(Admission.open());
    handoff.cluster.advance(Duration.ofMinutes(1));
    assertRelinquished(endOf(handoff));
  }

  @Test
  void anOldVolSyncThatDropsTheLabelIsRefused() {
    Handoff handoff = ofOne();
    handoff.cluster.admit(Admission.withOldVolSync());
    GroupDecision last = handoff.protectAndStop().run();
    assertThat(last.isBlockedBy(Blocker.SOURCE_UNSUPPORTED)).isTrue();
    assertNotMoved(handoff);
  }

  /** A24: in a terminating namespace nothing is made, and the volume stays on Retain. */
  @ParameterizedTest(name = "after {0} writes")
  @ValueSource(ints = {0, 1, 2, 3})
  void a24_inATerminatingNamespaceNothingIsMade(int writes) {
    Handoff handoff = ofOne();
    handoff.protectAndStop().passUntilWrites(writes);
    handoff.take(
        new Step(
            "user: deletes the namespace",
            state -> state.with(Kinds.NAMESPACES, new NamespaceView(Scenario.NAMESPACE, true))));
    GroupDecision last = handoff.run();
    assertThat(last.isBlockedBy(Blocker.NAMESPACE_TERMINATING)).isTrue();
    assertThat(handoff.cluster.state().claim(T)).isNull();
    assertThat(handoff.volume(P).policy()).isEqualTo(VolumeView.ReclaimPolicy.RETAIN);
    handoff.assertNoRuleIsBroken();
  }
}
