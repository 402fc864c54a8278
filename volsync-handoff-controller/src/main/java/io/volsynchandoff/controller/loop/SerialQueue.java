// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a task for keys: never twice at a time for one key, and however many wakes come during a
 * run, exactly once more after it. Keys do not wait for each other while threads are free.
 */
final class SerialQueue<K> {
  private static final Logger log = LoggerFactory.getLogger(SerialQueue.class);

  private static final Duration AFTER_DEFECT = Duration.ofMinutes(1);

  /** What is run for a key. */
  @FunctionalInterface
  interface Task<K> {
    /** Returns when to run again though nobody wakes the key; null: only when woken. */
    @Nullable Duration run(K key);
  }

  private enum State {
    /** Waits for its timer. */
    RESTING,
    QUEUED,
    RUNNING,
    RUNNING_AND_WOKEN
  }

  /** A key that is known; one that neither runs nor has a timer is forgotten. */
  private record Entry(State state, @Nullable Future<?> timer) {
    static Entry in(State state) {
      return new Entry(state, null);
    }
  }

  private final Task<K> task;
  private final ExecutorService workers;
  private final ScheduledExecutorService timers;
  private final Map<K, Entry> entries = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * A queue without keys.
   *
   * @param task should not throw; whatever it throws is logged as a defect, and the key is run
   *     again later
   * @param threads how many keys are run at a time
   */
  SerialQueue(String name, int threads, Task<K> task) {
    this.task = task;
    // What comes while the queue closes is discarded: the next start sees it anyway.
    ThreadPoolExecutor.DiscardPolicy discard = new ThreadPoolExecutor.DiscardPolicy();
    this.workers =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            DaemonThreads.named(name),
            discard);
    this.timers = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name + "-timer"), discard);
  }

  /** Runs the task for a key as soon as it may. */
  void wake(K key) {
    if (closed) {
      return;
    }
    entries.compute(
        key,
        (it, entry) -> {
          if (entry == null || entry.state == State.RESTING) {
            return enqueued(it, entry);
          }
          return entry.state == State.RUNNING ? Entry.in(State.RUNNING_AND_WOKEN) : entry;
        });
  }

  /** Takes no more wakes, and waits for the runs in progress; false where they outlast the time. */
  boolean close(Duration grace) throws InterruptedException {
    closed = true;
    timers.shutdownNow();
    workers.shutdown();
    return workers.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS);
  }

  private Entry enqueued(K key, @Nullable Entry before) {
    if (before != null && before.timer != null) {
      before.timer.cancel(false);
    }
    workers.execute(() -> run(key));
    return Entry.in(State.QUEUED);
  }

  private void run(K key) {
    if (closed) {
      return;
    }
    entries.put(key, Entry.in(State.RUNNING));
    Duration again = null;
    try {
      again = task.run(key);
    } catch (RuntimeException e) {
      log.error("A defect: the pass over {} failed; again after {}", key, AFTER_DEFECT, e);
      again = AFTER_DEFECT;
    } finally {
      rest(key, again);
    }
  }

  private void rest(K key, @Nullable Duration again) {
    entries.compute(
        key,
        (it, entry) -> {
          if (closed) {
            return null;
          }
          if (entry != null && entry.state == State.RUNNING_AND_WOKEN) {
            return enqueued(it, null);
          }
          return again == null ? null : new Entry(State.RESTING, timer(it, again));
        });
  }

  private Future<?> timer(K key, Duration after) {
    return timers.schedule(() -> wake(key), Math.max(0, after.toMillis()), TimeUnit.MILLISECONDS);
  }
}
