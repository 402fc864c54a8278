// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A checker that catches nothing proves nothing: each mutant is caught by a random run. */
class MutantTest {
  private static final long MOST_SEEDS = 60;

  @ParameterizedTest
  @MethodSource("io.volsynchandoff.testkit.handoff.Mutant#all")
  void everyMutantIsKilled(Mutant mutant) {
    String killer = killer(mutant);
    assertThat(killer).as("what kills it").isNotNull();
  }

  /** The story or run that finds it out, or null. */
  private static @Nullable String killer(Mutant mutant) {
    for (var story : SourceAttacks.survived().entrySet()) {
      if (isKilled(() -> end(story.getValue().apply(mutant.planner())))) {
        return story.getKey();
      }
    }
    return LongStream.range(0, MOST_SEEDS)
        .filter(seed -> isKilled(() -> new RandomRun(seed, mutant.planner()).play()))
        .mapToObj(seed -> "random run " + seed)
        .findFirst()
        .orElse(null);
  }

  private static void end(SourceAttacks.End end) {
    end.handoff().assertNoRuleIsBroken();
  }

  private static boolean isKilled(Runnable run) {
    try {
      run.run();
      return false;
    } catch (AssertionError killed) {
      return true;
    } catch (IllegalStateException neverRests) {
      return true;
    }
  }
}
