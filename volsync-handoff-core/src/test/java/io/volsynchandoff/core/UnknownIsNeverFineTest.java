// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.volsynchandoff.core.action.Action;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rule 8 of design §7, for every field of a snapshot at every stage: what a step rests on and was
 * not read stops it and is named; what it does not rest on changes nothing.
 */
class UnknownIsNeverFineTest {

  static Stream<Arguments> everyFieldAtEveryStage() {
    return HiddenField.ALL.stream()
        .flatMap(field -> Arrays.stream(Stage.values()).map(stage -> arguments(field, stage)));
  }

  @ParameterizedTest
  @MethodSource("everyFieldAtEveryStage")
  void whatWasNotReadNeverLetsAStepGoOn(HiddenField field, Stage stage) {
    Scene known = Scene.at(stage);
    Scene hidden = Scene.at(stage);
    field.hiding().accept(hidden);
    GroupDecision before = known.pass();
    GroupDecision after = hidden.pass();

    if (!field.needed().contains(stage)) {
      assertThat(actions(after)).isEqualTo(actions(before));
      assertThat(after.phase()).isEqualTo(before.phase());
      return;
    }
    assertThat(actions(after)).isEmpty();
    assertThat(after.phase()).isLessThanOrEqualTo(before.phase());
    assertThat(
            after.isBlockedBy(Blocker.USAGE_UNKNOWN)
                || after.isBlockedBy(Blocker.JOURNAL_UNREADABLE))
        .isTrue();
    assertThat(messages(after)).contains("hidden");
  }

  private static List<Action> actions(GroupDecision decision) {
    List<Action> actions = new ArrayList<>();
    Stream.concat(Stream.of(decision.action()), decision.members().stream().map(Decision::action))
        .filter(Objects::nonNull)
        .forEach(actions::add);
    return actions;
  }

  private static List<String> messages(GroupDecision decision) {
    return Stream.concat(
            decision.blockers().stream(),
            decision.members().stream().flatMap(member -> member.blockers().stream()))
        .map(Blocked::message)
        .toList();
  }
}
