// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.model.Model;
import io.volsynchandoff.testkit.model.SimulatedVolSync;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.GroundTruth;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Plays the testkit's models on an API server: watches the objects, gives the models what they see,
 * and writes what they do. What no object tells, the data above all, it keeps itself.
 *
 * <p>Nothing is written but on the version that was seen: after a conflict it looks again when the
 * other's write has arrived. It acts when something has changed, when a pace or a source's schedule
 * says so, and rests in between. One thread does it all.
 *
 * <p>A failure ends the play: {@link #state} and {@link #act} tell it from then on.
 */
public final class PlayedCluster implements AutoCloseable {
  private static final int MOST_STEPS = 10_000;
  private static final Duration START_TIME = Duration.ofSeconds(30);

  private final Model model;
  private final Pacing pacing;
  private final InstantSource clock;
  private final ScheduledExecutorService thread =
      new ScheduledThreadPoolExecutor(
          1, new ThreadFactoryBuilder().setNameFormat("played-cluster").setDaemon(true).build());
  private final ImmutableList<WatchedKind<?, ?>> kinds;
  private final AtomicBoolean woken = new AtomicBoolean();
  private final Deque<Act> acts = new ArrayDeque<>();
  private final ReentrantLock actsLock = new ReentrantLock();

  private Future<?> alarm = CompletableFuture.completedFuture(null);
  private volatile GroundTruth truth;
  private volatile @Nullable RuntimeException failure;

  private record Act(Step step, CompletableFuture<Boolean> done) {}

  /** One look at everything. */
  private record Look(ImmutableList<WatchedKind<?, ?>.Seen> kinds, ClusterState state) {}

  private PlayedCluster(
      KubernetesClient client, PlayedScope scope, Model model, Pacing pacing, InstantSource clock) {
    this.model = model;
    this.pacing = pacing;
    this.clock = clock;
    this.truth = GroundTruth.at(clock.instant());
    ImmutableList.Builder<WatchedKind<?, ?>> watched = ImmutableList.builder();
    for (PlayedKind<?, ?> kind :
        PlayedKinds.all(client.getKubernetesSerialization(), scope, clock)) {
      watched.add(new WatchedKind<>(kind, client, scope, this::wake));
    }
    this.kinds = watched.build();
  }

  /**
   * Begins to play.
   *
   * @param client may do everything in the scope; not closed here
   * @param model whoever acts; leave out those that the server has for real
   * @param clock the time as VolSync sees it
   */
  public static PlayedCluster start(
      KubernetesClient client, PlayedScope scope, Model model, Pacing pacing, InstantSource clock) {
    PlayedCluster cluster = new PlayedCluster(client, scope, model, pacing, clock);
    CompletableFuture.allOf(
            cluster.kinds.stream().map(WatchedKind::start).toArray(CompletableFuture[]::new))
        .orTimeout(START_TIME.toSeconds(), TimeUnit.SECONDS)
        .join();
    cluster.wake();
    return cluster;
  }

  /** The cluster as it is seen now, with what is beneath it. */
  public ClusterState state() {
    checkPlaying();
    return look().state();
  }

  /**
   * Someone who is not played by a model takes a step; returns when it is written.
   *
   * @return false where the step changes nothing
   */
  public boolean act(Step step) {
    checkPlaying();
    Act act = new Act(step, new CompletableFuture<>());
    actsLock.lock();
    try {
      acts.add(act);
    } finally {
      actsLock.unlock();
    }
    wake();
    return act.done.join();
  }

  /** No step whose name begins so is taken until it is released. */
  public void hold(String beginning) {
    pacing.hold(beginning);
  }

  public void release(String beginning) {
    pacing.release(beginning);
    wake();
  }

  /** To be called when the clock that was given has jumped. */
  public void lookAgain() {
    wake();
  }

  private void checkPlaying() {
    if (failure != null) {
      throw new IllegalStateException("the play has ended", failure);
    }
  }

  private void wake() {
    if (woken.compareAndSet(false, true)) {
      try {
        thread.execute(this::playGuarded);
      } catch (RejectedExecutionException e) {
        // It is closed, and what comes after its end is not played.
        woken.set(false);
      }
    }
  }

  private void playGuarded() {
    woken.set(false);
    if (failure != null) {
      return;
    }
    try {
      play();
    } catch (RuntimeException e) {
      if (!thread.isShutdown()) {
        failure = e;
        failActs(e);
      }
    }
  }

  private void play() {
    for (int count = 0; count < MOST_STEPS; count++) {
      Look look = look();
      Act act = firstAct();
      Step step =
          act == null ? pacing.next(model.steps(look.state()), clock.instant()) : act.step();
      if (step == null) {
        sleepUntilDue(look.state());
        return;
      }
      ClusterState after = step.applyTo(look.state());
      if (!write(look, after)) {
        return; // what was in the way is on its way here, and wakes us
      }
      if (act != null) {
        removeFirstAct(!after.equals(look.state()));
      }
    }
    throw new IllegalStateException("no rest: " + model.steps(look().state()));
  }

  private Look look() {
    ClusterState state = ClusterState.of(truth.withClock(clock.instant()));
    ImmutableList.Builder<WatchedKind<?, ?>.Seen> seen = ImmutableList.builder();
    for (WatchedKind<?, ?> kind : kinds) {
      WatchedKind<?, ?>.Seen objects = kind.see();
      seen.add(objects);
      state = objects.putInto(state);
    }
    return new Look(seen.build(), state);
  }

  /** What a reconcile made stands, even where the status that it writes last is refused. */
  private boolean write(Look look, ClusterState after) {
    for (WatchedKind<?, ?>.Seen kind : look.kinds()) {
      if (kind == look.kinds().get(look.kinds().size() - 1)) {
        truth = after.truth();
      }
      if (!kind.write(look.state(), after)) {
        return false;
      }
    }
    return true;
  }

  /** A pace or a schedule is the only thing that happens without an event. */
  private void sleepUntilDue(ClusterState seen) {
    alarm.cancel(false);
    Instant due = pacing.nextDue();
    for (SourceView source : seen.all(Kinds.SOURCES).values()) {
      Instant next = source.isSyncing() ? null : SimulatedVolSync.nextSyncTime(source);
      if (next != null && !next.isBefore(seen.clock())) {
        due = earlier(due, next.plusMillis(1)); // due after this time, not at it
      }
    }
    if (due != null) {
      Duration delay = Duration.between(clock.instant(), due);
      alarm = thread.schedule(this::wake, Math.max(1, delay.toMillis()), TimeUnit.MILLISECONDS);
    }
  }

  private static Instant earlier(@Nullable Instant one, Instant other) {
    return one == null || other.isBefore(one) ? other : one;
  }

  private @Nullable Act firstAct() {
    actsLock.lock();
    try {
      return acts.peek();
    } finally {
      actsLock.unlock();
    }
  }

  private void removeFirstAct(boolean changed) {
    actsLock.lock();
    try {
      acts.remove().done.complete(changed);
    } finally {
      actsLock.unlock();
    }
  }

  private void failActs(RuntimeException why) {
    actsLock.lock();
    try {
      acts.forEach(act -> act.done.completeExceptionally(why));
      acts.clear();
    } finally {
      actsLock.unlock();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    failActs(new IllegalStateException("closed"));
    kinds.forEach(WatchedKind::close);
  }
}
