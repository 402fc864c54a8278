// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.controller.vrg.VrgApi;
import io.volsynchandoff.controller.vrg.VrgCache;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.fabric8.pass.HandoffPass;
import io.volsynchandoff.fabric8.read.InformerReads;
import io.volsynchandoff.fabric8.read.ReadChange;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the VRGs of a cluster. It acts on events and on the times that decisions name, and on
 * nothing else: at rest it sends no request but its watches.
 */
public final class HandoffController implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HandoffController.class);

  /** Shorter than the 30 s that Kubernetes gives a pod to end. */
  public static final Duration GRACE = Duration.ofSeconds(25);

  /** How long the first lists may take before it is told. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final InformerReads reads;
  private final VrgCache groups;
  private final ConcernedGroups concerned = new ConcernedGroups();
  private final ExecutorService writes;
  private final SerialQueue<GroupRef> queue;

  /** Passes before everything was listed once would take what was not yet read for a wait. */
  private volatile boolean open;

  private volatile boolean stopped;

  /**
   * Does nothing before {@link #start}.
   *
   * @param client to be closed by the caller, after this
   */
  public HandoffController(
      KubernetesClient client, ControllerOptions options, InstantSource clock) {
    reads = new InformerReads(client, options.scope(), clock, this::changed);
    groups = new VrgCache(client, this::changed);
    writes =
        Executors.newFixedThreadPool(options.writesAtOnce(), DaemonThreads.named("handoff-write"));
    HandoffPass pass =
        new HandoffPass(HandoffPlanner.with(options.policy()), reads, client, clock, writes);
    GroupWorker worker =
        new GroupWorker(groups, new VrgApi(client), reads, pass, options, clock, concerned);
    queue = new SerialQueue<>("handoff-group", options.groupsAtOnce(), worker);
  }

  /**
   * Starts the watches and returns at once; passes begin when everything was listed once, or its
   * list refused. The future is done then.
   */
  public CompletableFuture<Void> start() {
    CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .execute(this::tellUnlessOpen);
    return reads.start().thenCompose(listed -> groups.start()).thenRun(this::open);
  }

  /**
   * Ends at a boundary between writes: no pass begins any more, and those in progress end with what
   * they have begun to write.
   *
   * @return false where a pass has not ended within the time and was cut off
   */
  public boolean stop(Duration grace) throws InterruptedException {
    stopped = true;
    groups.close();
    boolean ended = queue.close(grace);
    reads.close();
    writes.shutdownNow();
    return ended;
  }

  /** As {@link #stop}, with a grace of {@link #GRACE}. */
  @Override
  public void close() {
    try {
      if (!stop(GRACE)) {
        log.warn("A pass has not ended in {} and was cut off", GRACE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tellUnlessOpen() {
    if (!open && !stopped) {
      log.warn("The API server has not answered every first list; nothing is done before it has");
    }
  }

  private void open() {
    open = true;
    wakeAll();
    log.info("Serving VolumeReplicationGroups; {} are there", groups.groups().known().size());
  }

  private void changed(ReadChange change) {
    if (open) {
      concerned.forEach(change, queue::wake);
    }
  }

  private void changed(GroupRef group, VrgCache.Change change) {
    if (!open) {
      return;
    }
    queue.wake(group);
    if (change == VrgCache.Change.CAME_OR_WENT) {
      wakeAll();
    }
  }

  private void wakeAll() {
    groups.groups().known().forEach(queue::wake);
  }
}
