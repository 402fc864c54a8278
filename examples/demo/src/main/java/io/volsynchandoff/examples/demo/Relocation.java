// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.testkit.state.ClusterState;
import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** The story of the demo, told while it happens. */
final class Relocation {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int WRITE_EVERY_MILLIS = 40;

  private final DemoCluster cluster;
  private final RunningController controller;
  private final Progress progress;
  private final PrintStream out;

  Relocation(
      DemoCluster cluster, RunningController controller, Progress progress, PrintStream out) {
    this.cluster = cluster;
    this.controller = controller;
    this.progress = progress;
    this.out = out;
  }

  /** Returns whether every volume's last write was carried. */
  boolean run() {
    ScheduledExecutorService application = Executors.newSingleThreadScheduledExecutor();
    try {
      ScheduledFuture<?> writing = beginToWrite(application);
      ImmutableMap<PlayedMember, String> volumes = volumes();
      protect();
      relocate();
      stopWriting(writing);
      out.println("The claims are deleted by their owner, while the final sync may still run.");
      cluster.deleteClaims();
      awaitPhase("Relinquished");
      return new EndTable(cluster, controller, volumes).print(out);
    } finally {
      application.shutdownNow();
    }
  }

  private ScheduledFuture<?> beginToWrite(ScheduledExecutorService application) {
    out.println("An application writes numbered writes to three volumes; VolSync replicates them.");
    cluster.createClaims();
    await(state -> all(member -> member.isBound(state)));
    cluster.startApplication();
    ScheduledFuture<?> writing =
        application.scheduleAtFixedRate(
            cluster::write, 0, WRITE_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    // The first sync starts at once, the next one on the minute: this one is to have something.
    await(state -> all(member -> member.written(state) > 0));
    cluster.createSources();
    await(state -> all(member -> member.carried(state) > 0));
    return writing;
  }

  private void protect() {
    cluster.createGroup();
    controller.start();
    awaitPhase("Protected");
  }

  private void relocate() {
    out.println("The group is set to secondary, action Relocate. The application still writes.");
    cluster.relocate();
    awaitPhase("Quiescing");
  }

  /** The pods are asked to stop, and go on writing until they do. */
  private void stopWriting(ScheduledFuture<?> writing) {
    out.println("The application is asked to stop.");
    cluster.stopApplication();
    await(state -> state.truth().mounts().values().stream().noneMatch(m -> !m.isMoverRunning()));
    writing.cancel(false);
    if (writing.isDone() && !writing.isCancelled()) {
      try {
        writing.get();
      } catch (ExecutionException | InterruptedException e) {
        throw new IllegalStateException("the application has failed", e);
      }
    }
  }

  private ImmutableMap<PlayedMember, String> volumes() {
    ClusterState state = cluster.state();
    Map<PlayedMember, String> volumes = new HashMap<>();
    for (PlayedMember member : cluster.members()) {
      ClaimView claim = member.claim(state);
      String volume = claim == null ? null : claim.volumeName();
      if (volume != null) {
        volumes.put(member, volume);
      }
    }
    return ImmutableMap.copyOf(volumes);
  }

  private void awaitPhase(String phase) {
    await(
        state -> {
          var group = cluster.group();
          progress.show(group);
          return phase.equals(group.getStatus().phase());
        });
  }

  private void await(Predicate<ClusterState> condition) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(25))
        .until(() -> condition.test(cluster.state()));
  }

  private boolean all(Predicate<PlayedMember> condition) {
    return cluster.members().stream().allMatch(condition);
  }
}
