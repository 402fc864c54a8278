// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.testkit.cluster.Decider;
import io.volsynchandoff.testkit.handoff.SourceAttacks.End;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks A1 to A14 as far as they need interleaving: no rule is broken, no write is lost. */
class SourceAttacksTest {

  static Stream<Arguments> survived() {
    return SourceAttacks.survived().entrySet().stream()
        .map(story -> Arguments.of(story.getKey(), story.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("survived")
  void theHandoffComesToItsEndWithEveryWrite(String name, Function<Decider, End> story) {
    End end = story.apply(Handoff.PLANNER);
    end.handoff().assertRelinquished(end.last());
  }

  /** A8: the volume stays where it is. */
  @Test
  void a08_aNameThatIsTakenIsRefusedBeforeAnythingMoves() {
    End end = SourceAttacks.a08_nameTaken(Handoff.PLANNER);
    end.handoff().assertNoRuleIsBroken();
    assertThat(end.last().isBlockedBy(Blocker.TEMPORARY_CLAIM_NOT_OURS)).isTrue();
    assertThat(end.handoff().cluster.state().volume("pv-data-0")).isNotNull();
  }

  @ParameterizedTest(name = "after {0} writes")
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void a14_aManifestAppliedOnceCostsTimeAlone(int writes) {
    End end = SourceAttacks.a14_manifestAppliedOnce(Handoff.PLANNER, writes);
    end.handoff().assertRelinquished(end.last());
  }
}
