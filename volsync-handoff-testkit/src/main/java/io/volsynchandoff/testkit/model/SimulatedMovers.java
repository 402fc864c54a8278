// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.Mount;
import io.volsynchandoff.testkit.state.MoverJob;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The Job controller, as far as movers go, and the movers themselves: a pod for each Job that is
 * due one, and at the end of its run all that it read when it started lands on the replica.
 *
 * <p>A mover whose Job or source is gone, or whose pod's object is gone from an unreachable node,
 * delivers all the same (attacks A1, A34).
 */
public final class SimulatedMovers implements Model {
  private static final String JOB_LABEL = "job-name";

  @Override
  public ImmutableList<Step> steps(ClusterState seen) {
    Offer offer = new Offer(seen);
    seen.all(Kinds.JOBS).values().forEach(job -> offerPods(offer, seen, job));
    seen.truth()
        .mounts()
        .forEach(
            (key, mount) -> {
              if (mount.isMoverRunning()) {
                offer.add(
                    "mover: pod " + key.pod() + " delivers " + mount.read(),
                    actual -> deliver(actual, key));
              }
            });
    return offer.steps();
  }

  /** The fault that a settling cluster does not have: movers that run fail. */
  public static Model failures() {
    return seen -> {
      Offer offer = new Offer(seen);
      seen.truth()
          .mounts()
          .forEach(
              (key, mount) -> {
                if (mount.isMoverRunning()) {
                  offer.add("mover: pod " + key.pod() + " fails", actual -> fail(actual, key));
                }
              });
      return offer.steps();
    };
  }

  private static void offerPods(Offer offer, ClusterState seen, MoverJob job) {
    ImmutableList<PodView> active = activePods(seen, job);
    if (job.suspended()) {
      for (PodView pod : active) {
        offer.add(
            "job controller: stops pod " + Kinds.PODS.key(pod),
            actual -> ApiServer.delete(actual, Kinds.PODS, Kinds.PODS.key(pod)));
      }
    } else if (!job.completed() && active.isEmpty()) {
      offer.add(
          "job controller: makes a pod for " + Kinds.JOBS.key(job),
          actual -> activePods(actual, job).isEmpty() ? createPod(actual, job) : actual);
    }
  }

  private static ImmutableList<PodView> activePods(ClusterState state, MoverJob job) {
    return state.all(Kinds.PODS).values().stream()
        .filter(pod -> pod.meta().isOwnedBy(job.meta().uid()) && !pod.terminated())
        .collect(ImmutableList.toImmutableList());
  }

  private static ClusterState createPod(ClusterState actual, MoverJob job) {
    Optional<NodeView> node =
        actual.all(Kinds.NODES).values().stream().filter(NodeView::ready).findFirst();
    ClaimKey key = Kinds.JOBS.key(job);
    int number = actual.truth().count("pods of " + key) + 1;
    OwnerView owner = new OwnerView("batch/v1", "Job", key.name(), job.meta().uid(), true, true);
    Meta meta =
        Meta.builder()
            .namespace(key.namespace())
            .name(key.name() + "-" + number)
            .uid("")
            .labels(
                ImmutableMap.<String, String>builder()
                    .putAll(job.template().podLabels())
                    .put(JOB_LABEL, key.name())
                    .buildKeepingLast())
            .addOwners(owner)
            .build();
    PodView pod =
        PodView.builder()
            .meta(meta)
            .addClaims(job.template().claim())
            .node(node.map(NodeView::name).orElse(null))
            .build();
    return ApiServer.create(actual, Kinds.PODS, pod)
        .withTruth(truth -> truth.counted("pods of " + key));
  }

  private static ClusterState deliver(ClusterState actual, Mount.Key key) {
    Mount mount = actual.truth().mounts().get(key);
    ClaimKey replica = mount == null ? null : mount.sendsTo();
    Content read = mount == null ? null : mount.read();
    if (mount == null || !mount.isMoverRunning() || replica == null) {
      return actual;
    }
    ClusterState delivered =
        read == null || isDebug(actual, key)
            ? actual
            : actual.withTruth(truth -> truth.withReplica(replica, read));
    return end(delivered, key, MoverJob::asCompleted);
  }

  private static boolean isDebug(ClusterState state, Mount.Key key) {
    PodView pod = state.get(Kinds.PODS, key.pod());
    return pod != null
        && state.all(Kinds.JOBS).values().stream()
            .anyMatch(job -> pod.meta().isOwnedBy(job.meta().uid()) && job.template().debug());
  }

  private static ClusterState fail(ClusterState actual, Mount.Key key) {
    Mount mount = actual.truth().mounts().get(key);
    return mount == null || !mount.isMoverRunning()
        ? actual
        : end(actual, key, job -> job.withFailures(job.failures() + 1));
  }

  /** The process ends; its pod and Job tell of it as far as they are still there. */
  private static ClusterState end(
      ClusterState actual, Mount.Key key, UnaryOperator<MoverJob> outcome) {
    @Nullable PodView pod = actual.get(Kinds.PODS, key.pod());
    ClusterState ended = actual.withTruth(truth -> truth.withoutMount(key));
    if (pod == null) {
      return ended;
    }
    ended =
        ApiServer.edit(
            ended,
            Kinds.PODS,
            key.pod(),
            seen -> PodView.builder().from(seen).terminated(true).build());
    for (MoverJob job : actual.all(Kinds.JOBS).values()) {
      if (pod.meta().isOwnedBy(job.meta().uid())) {
        ended = ApiServer.edit(ended, Kinds.JOBS, Kinds.JOBS.key(job), outcome);
      }
    }
    return ended;
  }
}
