// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemberTasksTest {
  private final ExecutorService executor = Executors.newFixedThreadPool(2);
  private final MemberTasks tasks = new MemberTasks(executor);

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void letsNoFailureHideAnotherResult() {
    ImmutableList<String> results =
        tasks.each(
            List.of("a", "b", "c"), MemberTasksTest::failAtB, failed -> "failed " + failed.input());
    assertThat(results).containsExactly("A", "failed b", "C");
  }

  private static String failAtB(String input) {
    if (input.equals("b")) {
      throw new IllegalStateException(input);
    }
    return input.equals("a") ? "A" : "C";
  }

  @Test
  void worksOnSeveralAtOnceWithinTheBoundOfItsExecutor() {
    CountDownLatch together = new CountDownLatch(2);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    tasks.each(
        List.of(1, 2, 3, 4),
        input -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          together.countDown();
          boolean met = await(together);
          running.decrementAndGet();
          return met;
        },
        failed -> false);
    assertThat(most).hasValue(2);
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void answersForTasksThatAStoppedExecutorRefuses() {
    executor.shutdownNow();
    assertThat(tasks.each(List.of(1, 2), input -> "done", failed -> "refused"))
        .containsExactly("refused", "refused");
  }
}
