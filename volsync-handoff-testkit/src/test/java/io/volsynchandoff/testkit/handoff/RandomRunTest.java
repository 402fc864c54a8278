// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Seeded random runs. {@code -Dhandoff.seed=N} plays one of them again, {@code -Dhandoff.seeds=N}
 * plays that many.
 */
class RandomRunTest {
  private static final int DEFAULT_SEEDS = 150;

  @Test
  void noRuleIsBrokenAndEveryRunComesToRest() {
    List<String> failures = new ArrayList<>();
    Map<Phase, Integer> ends = new EnumMap<>(Phase.class);
    seeds()
        .forEach(
            seed -> {
              RandomRun run = new RandomRun(seed, Handoff.PLANNER);
              try {
                ends.merge(run.play().phase(), 1, Integer::sum);
              } catch (AssertionError | RuntimeException failed) {
                failures.add("-Dhandoff.seed=" + seed + ": " + failed + "\n" + run.story());
              }
            });
    assertThat(failures).as("ends: %s", ends).isEmpty();
    assertThat(ends).as("most runs end well").containsKey(Phase.RELINQUISHED);
  }

  private static LongStream seeds() {
    Long seed = Long.getLong("handoff.seed");
    return seed != null
        ? LongStream.of(seed)
        : LongStream.range(0, Integer.getInteger("handoff.seeds", DEFAULT_SEEDS));
  }
}
