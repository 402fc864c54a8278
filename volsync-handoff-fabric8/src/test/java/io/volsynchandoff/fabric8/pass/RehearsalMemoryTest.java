// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.fabric8.SampleObjects;
import io.volsynchandoff.fabric8.apply.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RehearsalMemoryTest {
  private static final Duration KEPT = Duration.ofSeconds(30);
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant LATER = NOW.plus(KEPT);
  private static final String ID = "group-ui-7";

  private final RehearsalMemory memory = new RehearsalMemory(KEPT);

  @Test
  void remembersWhatPassedForTheWholeHandoff() {
    remember(Rehearsal.Answer.PASSED);
    assertThat(known(ID, LATER.plus(KEPT)))
        .extracting(Rehearsal::answer)
        .containsExactly(Rehearsal.Answer.PASSED);
    assertThat(known("group-ui-8", NOW)).isEmpty();
    assertThat(known(ID, NOW)).isEmpty();
  }

  @Test
  void forgetsAnyOtherAnswerAfterAWhile() {
    remember(Rehearsal.Answer.REFUSED);
    assertThat(known(ID, LATER.minusMillis(1))).hasSize(1);
    assertThat(known(ID, LATER)).isEmpty();
  }

  @Test
  void takesTheLatestAnswerToTheSameWriteWhateverItsVersion() {
    remember(Rehearsal.Answer.PASSED);
    MemberAction refused = action("2");
    Outcome outcome = Outcome.failed(Outcome.Answer.FORBIDDEN, "quota");
    assertThat(
            memory.rememberRefused(
                SampleObjects.GROUP, ID, SampleObjects.CLAIM, refused, outcome, NOW))
        .isTrue();
    assertThat(known(ID, NOW))
        .containsExactly(new Rehearsal(refused, Rehearsal.Answer.REFUSED, "quota", false));
  }

  @Test
  void takesAConflictForNoRefusal() {
    Outcome outcome = Outcome.failed(Outcome.Answer.CONFLICT, "modified");
    assertThat(
            memory.rememberRefused(
                SampleObjects.GROUP, ID, SampleObjects.CLAIM, action("1"), outcome, NOW))
        .isFalse();
    assertThat(known(ID, NOW)).isEmpty();
  }

  private void remember(Rehearsal.Answer answer) {
    memory.remember(
        SampleObjects.GROUP,
        ID,
        SampleObjects.CLAIM,
        new Rehearsal(action("1"), answer, "", false),
        NOW);
  }

  private static MemberAction action(String version) {
    return new MemberAction.PauseSource(new ObjectRef("shop", "data", "uid", version), true);
  }

  private ImmutableList<Rehearsal> known(String id, Instant now) {
    return memory.known(SampleObjects.GROUP, id, now).get(SampleObjects.CLAIM);
  }
}
