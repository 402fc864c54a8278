// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.TransitionTable;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RemainingStepsTest {
  @Test
  void everyPathIsAChainOfLegalMoves() {
    for (ImmutableList<Phase> path : RemainingSteps.paths()) {
      for (int i = 1; i < path.size(); i++) {
        Phase from = path.get(i - 1);
        Phase to = path.get(i);
        assertThat(TransitionTable.legal())
            .as("%s to %s", from, to)
            .anyMatch(move -> move.from() == from && move.to() == to);
      }
    }
  }

  @Test
  void allThatRemainsIsTold() {
    assertThat(RemainingSteps.of(Phase.RECORDING, RequestedAction.RELOCATE))
        .extracting(RemainingSteps.Step::phase)
        .containsExactly(Phase.RECORDING, Phase.CLEANING, Phase.RELINQUISHED);
    assertThat(RemainingSteps.of(Phase.STARTING, RequestedAction.RELOCATE)).hasSize(12);
    assertThat(RemainingSteps.of(Phase.PROTECTING, RequestedAction.RELOCATE))
        .as("a claim that is to leave, and is not protected yet")
        .hasSize(13);
    assertThat(RemainingSteps.of(Phase.STARTING, RequestedAction.FAILOVER))
        .extracting(RemainingSteps.Step::phase)
        .containsExactly(Phase.STARTING, Phase.GIVING_UP, Phase.GIVEN_UP);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"PROTECTED", "RELINQUISHED", "GIVEN_UP", "UNPROTECTED", "TURNING_BACK", "REFUSED"})
  void nothingRemainsAtAnEndOrWhereNothingGoesOnByItself(Phase phase) {
    assertThat(RemainingSteps.of(phase, RequestedAction.RELOCATE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyStepHasASentence(Phase phase) {
    assertThat(RemainingSteps.of(phase, (RequestedAction) null))
        .allSatisfy(step -> assertThat(step.text()).endsWith(".").contains(" "));
  }
}
