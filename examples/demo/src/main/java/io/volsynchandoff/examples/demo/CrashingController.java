// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.controller.loop.ControllerOptions;
import io.volsynchandoff.controller.loop.HandoffController;
import io.volsynchandoff.core.HandoffPolicy;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Controllers one after the other, each killed at its first write: one before it, the next after
 * it, so that every write of the handoff is interrupted on both sides.
 */
final class CrashingController implements RunningController {
  private final DemoCluster cluster;
  private final Progress progress;
  private final ExecutorService restarts = Executors.newSingleThreadExecutor();
  private final AtomicInteger crashes = new AtomicInteger();
  private @Nullable KubernetesClient client;
  private @Nullable HandoffController controller;

  private CrashingController(DemoCluster cluster, Progress progress) {
    this.cluster = cluster;
    this.progress = progress;
  }

  static CrashingController on(DemoCluster cluster, Progress progress) {
    return new CrashingController(cluster, progress);
  }

  @Override
  public void start() {
    restarts.execute(this::startNext);
  }

  private void startNext() {
    end();
    boolean afterwards = crashes.get() % 2 == 1;
    FatalWrite fatal = new FatalWrite(afterwards, this::died);
    KubernetesClient next =
        cluster.controllersClient(http -> http.addOrReplaceInterceptor("fatal-write", fatal));
    HandoffController started =
        new HandoffController(
            next, ControllerOptions.defaults(HandoffPolicy.defaults()), InstantSource.system());
    client = next;
    controller = started;
    var unused = started.start();
  }

  private void died(String moment) {
    crashes.incrementAndGet();
    progress.killed(moment);
    try {
      restarts.execute(this::startNext);
    } catch (RejectedExecutionException e) {
      // The demo is over, and nobody is to follow.
      return;
    }
  }

  private void end() {
    if (controller != null) {
      controller.close();
    }
    if (client != null) {
      client.close();
    }
  }

  @Override
  public int crashes() {
    return crashes.get();
  }

  @Override
  public void close() {
    restarts.execute(this::end);
    restarts.shutdown();
  }
}
