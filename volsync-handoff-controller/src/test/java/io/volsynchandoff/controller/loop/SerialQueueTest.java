// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SerialQueueTest {
  private final List<String> runs = new CopyOnWriteArrayList<>();
  private final Semaphore mayEnd = new Semaphore(0);
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private @Nullable SerialQueue<String> queue;

  @AfterEach
  void close() throws InterruptedException {
    mayEnd.release(1000);
    if (queue != null) {
      assertThat(queue.close(Duration.ofSeconds(10))).isTrue();
    }
  }

  @Test
  void wakesDuringARunLeadToExactlyOneMore() {
    SerialQueue<String> queue = queue(this::block);
    queue.wake("a");
    await().until(() -> runs.size() == 1);

    for (int i = 0; i < 10; i++) {
      queue.wake("a");
    }
    mayEnd.release();
    await().until(() -> runs.size() == 2);
    mayEnd.release();

    await().until(() -> atOnce.get() == 0);
    queue.wake("b");
    await().until(() -> runs.contains("b"));
    assertThat(runs).containsExactly("a", "a", "b");
    assertThat(mostAtOnce).hasValue(1);
  }

  @Test
  void aSlowKeyDoesNotHoldTheOthers() {
    SerialQueue<String> queue = queue(key -> key.equals("slow") ? block(key) : record(key));
    queue.wake("slow");
    await().until(() -> runs.contains("slow"));

    queue.wake("quick");

    await().until(() -> runs.contains("quick"));
  }

  @Test
  void aKeyRunsAgainAtTheTimeThatItsRunNames() {
    AtomicInteger count = new AtomicInteger();
    SerialQueue<String> queue =
        queue(
            key -> {
              record(key);
              return count.incrementAndGet() < 3 ? Duration.ofMillis(10) : null;
            });

    queue.wake("a");

    await().until(() -> runs.size() == 3);
  }

  @Test
  void aWakeTakesTheTimersPlace() {
    AtomicInteger count = new AtomicInteger();
    SerialQueue<String> queue =
        queue(
            key -> {
              record(key);
              return count.incrementAndGet() == 1 ? Duration.ofDays(1) : null;
            });
    queue.wake("a");
    await().until(() -> runs.size() == 1);

    queue.wake("a");

    await().until(() -> runs.size() == 2);
  }

  @Test
  void aDefectInOneRunEndsNeitherTheKeyNorTheQueue() {
    SerialQueue<String> queue =
        queue(
            key -> {
              record(key);
              if (runs.size() == 1) {
                throw new IllegalStateException("a defect, for the test");
              }
              return null;
            });
    queue.wake("a");
    await().until(() -> runs.size() == 1);

    await()
        .until(
            () -> {
              queue.wake("a");
              return runs.size() > 1;
            });
  }

  @Test
  void closingWaitsForTheRunInProgressAndTakesNoMore() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    SerialQueue<String> queue =
        queue(
            key -> {
              block(key);
              ended.countDown();
              return Duration.ZERO;
            });
    queue.wake("a");
    await().until(() -> runs.size() == 1);
    assertThat(queue.close(Duration.ofMillis(1))).isFalse();

    queue.wake("a");
    queue.wake("b");
    mayEnd.release();

    assertThat(queue.close(Duration.ofSeconds(10))).isTrue();
    assertThat(ended.getCount()).isZero();
    assertThat(runs).containsExactly("a");
  }

  @Test
  void backoffDoublesUpToItsLimit() {
    Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    assertThat(List.of(1, 2, 3, 4, 5, Integer.MAX_VALUE).stream().map(backoff::after))
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 2L, 4L, 8L, 10L, 10L);
  }

  private SerialQueue<String> queue(SerialQueue.Task<String> task) {
    SerialQueue<String> made = new SerialQueue<>("test", 2, task);
    queue = made;
    return made;
  }

  private @Nullable Duration record(String key) {
    runs.add(key);
    return null;
  }

  private @Nullable Duration block(String key) {
    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
    runs.add(key);
    mayEnd.acquireUninterruptibly();
    atOnce.decrementAndGet();
    return null;
  }
}
