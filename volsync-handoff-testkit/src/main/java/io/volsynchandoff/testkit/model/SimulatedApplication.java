// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.Mount;

/**
 * The application: one pod for each claim, which writes numbered writes to whatever volume its
 * claim was bound to when the kubelet mounted it, and goes on for as long as its process lives,
 * whether or not its pod's object does.
 *
 * @param nodes the claims that it uses, each with the node that its pod runs on
 */
public record SimulatedApplication(ImmutableMap<ClaimKey, String> nodes) implements Model {

  /** Everything that an application and who operates it might do next. */
  @Override
  public ImmutableList<Step> steps(ClusterState seen) {
    Offer offer = new Offer(seen);
    nodes.forEach(
        (claim, node) -> {
          offer.add("application: starts on " + claim, actual -> start(actual, claim, node));
          offer.add("application: writes to " + claim, actual -> write(actual, claim));
          offer.add("application: stops on " + claim, actual -> stop(actual, claim));
          offer.add("application: is force-deleted on " + claim, at -> forceDelete(at, claim));
        });
    return offer.steps();
  }

  /** Makes the claim's pod on the node, unless there is one that is not being stopped. */
  public static ClusterState start(ClusterState state, ClaimKey claim, String node) {
    if (pods(state, claim).stream().anyMatch(pod -> !pod.meta().isDeleting())) {
      return state;
    }
    int number = state.truth().count("application pods of " + claim) + 1;
    Meta meta =
        Meta.builder()
            .namespace(claim.namespace())
            .name(claim.name() + "-app-" + number)
            .uid("")
            .build();
    PodView pod = PodView.builder().meta(meta).addClaims(claim.name()).node(node).build();
    return ApiServer.create(state, Kinds.PODS, pod)
        .withTruth(truth -> truth.counted("application pods of " + claim));
  }

  /** One more write by every process of the application that runs on the claim. */
  public static ClusterState write(ClusterState state, ClaimKey claim) {
    ClusterState written = state;
    for (var mount : state.truth().mounts().entrySet()) {
      String storage = mount.getValue().storage();
      Content content = written.truth().contents().get(storage);
      if (isOf(mount.getKey(), claim)
          && mount.getValue().isApplicationRunning()
          && content != null) {
        written = written.withTruth(truth -> truth.withContent(storage, content.written()));
      }
    }
    return written;
  }

  /** Deletes the claim's pods; each runs until its kubelet has stopped it. */
  public static ClusterState stop(ClusterState state, ClaimKey claim) {
    ClusterState stopped = state;
    for (PodView pod : pods(state, claim)) {
      stopped = ApiServer.delete(stopped, Kinds.PODS, Kinds.PODS.key(pod));
    }
    return stopped;
  }

  /** Removes the objects of the claim's pods; their processes run until their kubelet sees it. */
  public static ClusterState forceDelete(ClusterState state, ClaimKey claim) {
    ClusterState removed = state;
    for (PodView pod : pods(state, claim)) {
      removed = removed.without(Kinds.PODS, Kinds.PODS.key(pod));
    }
    return removed;
  }

  /** True while any process of the application can write by way of the claim. */
  public static boolean isRunning(ClusterState state, ClaimKey claim) {
    return state.truth().mounts().entrySet().stream()
        .anyMatch(mount -> isOf(mount.getKey(), claim) && mount.getValue().isApplicationRunning());
  }

  private static boolean isOf(Mount.Key mount, ClaimKey claim) {
    return mount.pod().namespace().equals(claim.namespace()) && mount.claim().equals(claim.name());
  }

  private static ImmutableList<PodView> pods(ClusterState state, ClaimKey claim) {
    return state.all(Kinds.PODS).values().stream()
        .filter(pod -> !VolSyncNames.isMover(pod) && pod.claims().contains(claim.name()))
        .filter(pod -> pod.meta().namespace().equals(claim.namespace()))
        .collect(ImmutableList.toImmutableList());
  }
}
