// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.Mount;
import io.volsynchandoff.testkit.state.Mount.Stage;
import org.jspecify.annotations.Nullable;

/**
 * The kubelets of all nodes that are Ready. Before a mount a kubelet reads claim and volume live
 * and refuses a claim that is not Bound, is being deleted, or whose uid the volume's claimRef does
 * not bear (facts §8); from then on it mounts whatever becomes of them.
 */
public final class SimulatedKubelet implements Model {

  @Override
  public ImmutableList<Step> steps(ClusterState seen) {
    Offer offer = new Offer(seen);
    for (PodView pod : seen.all(Kinds.PODS).values()) {
      if (pod.node() != null && isReady(seen, pod.node())) {
        offerPod(offer, seen, pod, pod.node());
      }
    }
    seen.truth().mounts().forEach((key, mount) -> offerMount(offer, seen, key, mount));
    return offer.steps();
  }

  private static void offerPod(Offer offer, ClusterState seen, PodView pod, String node) {
    ClaimKey key = Kinds.PODS.key(pod);
    if (pod.meta().isDeleting()) {
      offer.add("kubelet: stops pod " + key, actual -> stop(actual, key));
    } else if (!pod.terminated()) {
      for (String claim : pod.claims()) {
        Mount.Key mount = new Mount.Key(key, claim);
        if (!seen.truth().mounts().containsKey(mount)) {
          offer.add(
              "kubelet: finds that pod " + key + " may mount " + claim,
              actual -> check(actual, mount, node));
        }
      }
    }
  }

  private static ClusterState stop(ClusterState state, ClaimKey pod) {
    ClusterState stopped = state.without(Kinds.PODS, pod);
    for (Mount.Key key : state.truth().mounts().keySet()) {
      if (key.pod().equals(pod)) {
        stopped = stopped.withTruth(truth -> truth.withoutMount(key));
      }
    }
    return stopped;
  }

  private static ClusterState check(ClusterState actual, Mount.Key key, String node) {
    PodView pod = actual.get(Kinds.PODS, key.pod());
    String storage = storageOf(actual, new ClaimKey(key.pod().namespace(), key.claim()));
    return pod == null || storage == null
        ? actual
        : actual.withTruth(
            truth ->
                truth.withMount(
                    key,
                    new Mount(storage, node, Stage.CHECKED, VolSyncNames.replicaOf(pod), null)));
  }

  /** What the claim gives access to now; null where the kubelet refuses it. */
  private static @Nullable String storageOf(ClusterState state, ClaimKey key) {
    if (state.truth().copies().containsKey(key)) {
      return key.toString();
    }
    VolumeView volume = state.volumeBehind(key);
    return volume == null ? null : volume.handle();
  }

  private static void offerMount(Offer offer, ClusterState seen, Mount.Key key, Mount mount) {
    PodView pod = seen.get(Kinds.PODS, key.pod());
    if (!isReady(seen, mount.node())) {
      return;
    }
    if (pod == null || pod.terminated()) {
      offer.add(
          "kubelet: lets go of " + mount.storage() + " for pod " + key.pod(),
          actual -> actual.withTruth(truth -> truth.withoutMount(key)));
    } else if (mount.stage() == Stage.CHECKED && isReachable(seen, mount)) {
      offer.add(
          "kubelet: starts pod " + key.pod() + " on " + mount.storage(),
          actual -> start(actual, key, mount));
    }
  }

  /** The pod runs on what the storage holds now; one that is gone cannot be mounted. */
  private static ClusterState start(ClusterState actual, Mount.Key key, Mount mount) {
    Content content = content(actual, key, mount);
    return content == null || !mount.equals(actual.truth().mounts().get(key))
        ? actual
        : actual.withTruth(truth -> truth.withMount(key, mount.mounted(content)));
  }

  private static @Nullable Content content(ClusterState state, Mount.Key key, Mount mount) {
    Content content = state.truth().contents().get(mount.storage());
    return content != null
        ? content
        : state.truth().copyContent(new ClaimKey(key.pod().namespace(), key.claim()));
  }

  /** Where the driver attaches, a mount waits for the VolumeAttachment on its node. */
  private static boolean isReachable(ClusterState state, Mount mount) {
    return state.all(Kinds.VOLUMES).values().stream()
        .filter(volume -> volume.handle().equals(mount.storage()))
        .allMatch(
            volume ->
                !SimulatedAttachDetach.attaches(state, volume)
                    || SimulatedAttachDetach.isAttached(state, volume, mount.node()));
  }

  private static boolean isReady(ClusterState state, String name) {
    NodeView node = state.get(Kinds.NODES, new ClaimKey("", name));
    return node != null && node.ready();
  }
}
