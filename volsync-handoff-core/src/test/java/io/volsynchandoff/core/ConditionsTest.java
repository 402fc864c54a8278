// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.Listed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Since when, until when, and what is published (design §4, §7 rule 9). */
class ConditionsTest {

  private static Scene inUse(Duration since) {
    Scene scene = Scene.at(Stage.QUIESCED);
    scene.data().pod(SampleObjects.pod("shop-0", "n1", scene.data().key));
    scene
        .data()
        .conditions
        .add(
            new Condition(
                Conditions.BLOCKED,
                Condition.Status.TRUE,
                "CLAIM_IN_USE",
                "",
                Scene.NOW.minus(since)));
    return scene;
  }

  private static Condition condition(List<Condition> conditions, String type) {
    return conditions.stream().filter(c -> c.type().equals(type)).findFirst().orElseThrow();
  }

  @Test
  void aWaitLastsSinceThePublishedConditionAndWakesAtItsDeadline() {
    Scene scene = inUse(Duration.ofMinutes(3));
    Decision decision = scene.decide();

    Blocked blocked = decision.blockers().get(0);
    assertThat(blocked.since()).isEqualTo(Scene.NOW.minus(Duration.ofMinutes(3)));
    assertThat(blocked.deadline()).isEqualTo(blocked.since().plus(scene.policy.waitDeadline()));
    assertThat(blocked.object()).isEqualTo("Pod shop/shop-0");
    assertThat(decision.wakeAfter()).isEqualTo(Duration.ofMinutes(7));
    assertThat(condition(decision.conditions(), Conditions.BLOCKED).since())
        .isEqualTo(blocked.since());
  }

  /** After the deadline it is said more loudly, the cluster is not touched, nothing is polled. */
  @Test
  void anOverdueWaitIsSaidMoreLoudlyAndTouchesNothing() {
    Decision decision = inUse(Duration.ofMinutes(10)).decide();

    assertDecision(decision).isAt(Phase.QUIESCING).waitsFor(Blocker.CLAIM_IN_USE);
    Condition condition = condition(decision.conditions(), Conditions.BLOCKED);
    assertThat(condition.message()).startsWith("OVERDUE").contains("Pod shop/shop-0");
    assertThat(condition.reason()).isEqualTo("CLAIM_IN_USE");
    assertThat(decision.wakeAfter()).isNull();
  }

  @Test
  void whatIsNoLongerWaitedForBeginsAnew() {
    Scene scene = inUse(Duration.ofMinutes(3));
    scene.data().pods = Listed.none();

    Condition condition = condition(scene.decide().conditions(), Conditions.BLOCKED);
    assertThat(condition.status()).isEqualTo(Condition.Status.FALSE);
    assertThat(condition.since()).isEqualTo(Scene.NOW);
  }

  @Test
  void severalWaitsAreCounted() {
    Scene scene = inUse(Duration.ZERO);
    scene.data().attached("n1");

    assertThat(condition(scene.decide().conditions(), Conditions.BLOCKED).message())
        .endsWith("(and 1 more)");
  }

  @ParameterizedTest
  @CsvSource({
    "UNPROTECTED, False, False, False, False",
    "PROTECTED, True, False, False, False",
    "BOUND, True, False, False, False",
    "ARMED, True, True, False, False",
    "SYNCING, True, True, False, False",
    "COMPLETED, True, False, False, False",
    "PROVEN, True, False, True, False",
    "RELINQUISHED, True, False, True, True"
  })
  void whatIsPublishedIsWhatWasObserved(
      Stage stage, String isProtected, String syncing, String proven, String relinquished) {
    Scene scene = Scene.at(stage);
    ImmutableList<Condition> member = scene.decide().conditions();
    ImmutableList<Condition> group = scene.pass().conditions();

    assertThat(text(member, Conditions.PROTECTED)).isEqualTo(isProtected);
    assertThat(text(member, Conditions.SYNCING)).isEqualTo(syncing);
    assertThat(text(member, Conditions.PROVEN)).isEqualTo(proven);
    assertThat(text(member, Conditions.RELINQUISHED)).isEqualTo(relinquished);
    assertThat(text(group, Conditions.PROTECTED)).isEqualTo(isProtected);
    assertThat(text(group, Conditions.PROVEN)).isEqualTo(proven);
    assertThat(text(group, Conditions.RELINQUISHED)).isEqualTo(relinquished);
  }

  private static String text(List<Condition> conditions, String type) {
    return condition(conditions, type).status().text();
  }

  /** A condition's time moves only when its status does. */
  @Test
  void timesAreCarriedOver() {
    Scene scene = Scene.at(Stage.PROVEN);
    Instant earlier = Scene.NOW.minus(Duration.ofHours(1));
    scene
        .data()
        .conditions
        .add(new Condition(Conditions.PROVEN, Condition.Status.TRUE, "Cleaning", "", earlier));
    scene
        .data()
        .conditions
        .add(new Condition(Conditions.SYNCING, Condition.Status.TRUE, "Syncing", "", earlier));

    ImmutableList<Condition> conditions = scene.decide().conditions();
    assertThat(condition(conditions, Conditions.PROVEN).since()).isEqualTo(earlier);
    assertThat(condition(conditions, Conditions.SYNCING).since()).isEqualTo(Scene.NOW);
  }

  @Test
  void theGroupIsBlockedByWhatBlocksAMember() {
    GroupDecision group = inUse(Duration.ZERO).pass();

    assertThat(condition(group.conditions(), Conditions.BLOCKED).reason())
        .isEqualTo("CLAIM_IN_USE");
  }

  @Test
  void aMemberThatTheSnapshotDoesNotHaveIsAnError() {
    assertThatThrownBy(
            () ->
                HandoffPlanner.with(HandoffPolicy.defaults())
                    .decide(
                        Scene.at(Stage.PARKED).snapshot(), new ClaimKey("shop", "x"), Scene.NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shop/x");
  }
}
