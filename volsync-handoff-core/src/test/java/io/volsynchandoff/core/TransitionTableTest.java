// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.TransitionTable.Transition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The one table of legal moves, and the page that is made of it (design §4). */
class TransitionTableTest {
  private static Set<Phase> reachable(Phase from) {
    Set<Phase> reached = EnumSet.of(from);
    Deque<Phase> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      Phase at = open.remove();
      for (Transition move : TransitionTable.legal()) {
        if (move.from() == at && reached.add(move.to())) {
          open.add(move.to());
        }
      }
    }
    return reached;
  }

  @ParameterizedTest
  @EnumSource
  void everyPhaseIsReachable(Phase phase) {
    assertThat(reachable(Phase.PROTECTING)).contains(phase);
  }

  /** Only what has left our care is left by no move; a fixed point is left by a new word alone. */
  @ParameterizedTest
  @EnumSource
  void everyPhaseButTheLastHasAWayOn(Phase phase) {
    assertThat(TransitionTable.legal().stream().anyMatch(move -> move.from() == phase))
        .isEqualTo(phase != Phase.UNPROTECTED);
  }

  @Test
  void noMoveIsListedTwiceOrStaysInPlace() {
    assertThat(TransitionTable.legal()).allMatch(move -> move.from() != move.to());
    assertThat(TransitionTable.legal().stream().map(move -> move.from() + " " + move.to()))
        .doesNotHaveDuplicates();
  }

  /** The good case goes by the table; it skips one phase where dry runs or arming took no time. */
  @Test
  void theGoodCaseIsAChainOfLegalMoves() {
    Phase at = Phase.PROTECTING;
    for (Stage stage : Stage.values()) {
      Phase next = Scene.at(stage).look().phase();
      Set<Phase> onward = onward(EnumSet.of(at));
      assertThat(next == at || onward.contains(next) || onward(onward).contains(next))
          .as("%s to %s", at, next)
          .isTrue();
      at = next;
    }
    assertThat(at).isEqualTo(Phase.RELINQUISHED);
  }

  private static Set<Phase> onward(Set<Phase> from) {
    Set<Phase> next = EnumSet.noneOf(Phase.class);
    TransitionTable.legal().stream()
        .filter(move -> from.contains(move.from()))
        .forEach(move -> next.add(move.to()));
    return next;
  }

  @Test
  void thePageIsMadeOfTheTable() {
    new GeneratedPage("state-machine.md").assertIs(page());
  }

  private static String page() {
    StringBuilder page = new StringBuilder();
    page.append("# State machine\n\n")
        .append("Where a member of a group stands is derived from what is observed, at every")
        .append(" decision anew, and is never stored.\n")
        .append("This page is made of the table in `TransitionTable`; a test compares them.\n")
        .append("A fast cluster may skip phases: every move that is seen is a chain of these.\n\n")
        .append("```mermaid\nstateDiagram-v2\n")
        .append("    [*] --> ")
        .append(Phase.PROTECTING.text())
        .append('\n');
    for (Transition move : TransitionTable.legal()) {
      page.append("    ")
          .append(move.from().text())
          .append(" --> ")
          .append(move.to().text())
          .append('\n');
    }
    page.append("    ")
        .append(Phase.UNPROTECTED.text())
        .append(" --> [*]\n```\n\n| from | to | when |\n|---|---|---|\n");
    for (Transition move : TransitionTable.legal()) {
      page.append("| `")
          .append(move.from().text())
          .append("` | `")
          .append(move.to().text())
          .append("` | ")
          .append(move.when())
          .append(" |\n");
    }
    return page.toString();
  }
}
