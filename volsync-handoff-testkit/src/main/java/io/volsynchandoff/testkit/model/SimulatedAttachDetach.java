// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import org.jspecify.annotations.Nullable;

/**
 * The attach/detach controller with the driver's attacher: a VolumeAttachment for every volume that
 * a pod on a node needs, gone some time after the node has let go. A node that does not answer
 * keeps its attachments, unless it is tainted out-of-service.
 */
public final class SimulatedAttachDetach implements Model {

  @Override
  public ImmutableList<Step> steps(ClusterState seen) {
    Offer offer = new Offer(seen);
    for (PodView pod : seen.all(Kinds.PODS).values()) {
      if (pod.node() != null && !pod.terminated() && !pod.meta().isDeleting()) {
        pod.claims().forEach(claim -> offerAttach(offer, seen, pod.node(), claimOf(pod, claim)));
      }
    }
    for (AttachmentView attachment : seen.all(Kinds.ATTACHMENTS).values()) {
      if (!isNeeded(seen, attachment)) {
        offer.add(
            "attach-detach: detaches " + attachment.volumeName() + " from " + attachment.node(),
            actual ->
                isNeeded(actual, attachment)
                    ? actual
                    : actual.without(Kinds.ATTACHMENTS, Kinds.ATTACHMENTS.key(attachment)));
      }
    }
    return offer.steps();
  }

  private static void offerAttach(Offer offer, ClusterState seen, String node, ClaimKey key) {
    ClaimView claim = seen.claim(key);
    VolumeView volume = claim == null ? null : seen.volumeBoundTo(claim);
    if (claim == null || volume == null || claim.phase() != ClaimView.Phase.BOUND) {
      return;
    }
    if (attaches(seen, volume) && !isAttachedElsewhere(seen, volume, node)) {
      AttachmentView attachment = attachment(volume, node);
      offer.add(
          "attach-detach: attaches " + attachment.volumeName() + " to " + node,
          actual ->
              isAttachedElsewhere(actual, volume, node)
                  ? actual
                  : actual.with(Kinds.ATTACHMENTS, attachment));
    }
  }

  private static ClaimKey claimOf(PodView pod, String claim) {
    return new ClaimKey(pod.meta().namespace(), claim);
  }

  private static AttachmentView attachment(VolumeView volume, String node) {
    String name = volume.meta().name();
    return new AttachmentView("va-" + name + "-" + node, name, node);
  }

  /** True where the volume's driver attaches: any CSI driver that does not say otherwise. */
  static boolean attaches(ClusterState state, VolumeView volume) {
    if (volume.csiDriver() == null) {
      return false;
    }
    CsiDriverView driver = state.get(Kinds.CSI_DRIVERS, new ClaimKey("", volume.csiDriver()));
    return driver == null || driver.attachRequired();
  }

  static boolean isAttached(ClusterState state, VolumeView volume, String node) {
    return state.get(Kinds.ATTACHMENTS, Kinds.ATTACHMENTS.key(attachment(volume, node))) != null;
  }

  private static boolean isAttachedElsewhere(ClusterState state, VolumeView volume, String node) {
    return !volume.accessModes().contains("ReadWriteMany")
        && state.all(Kinds.ATTACHMENTS).values().stream()
            .anyMatch(
                other ->
                    other.volumeName().equals(volume.meta().name()) && !other.node().equals(node));
  }

  private static boolean isNeeded(ClusterState state, AttachmentView attachment) {
    VolumeView volume = state.volume(attachment.volumeName());
    if (volume == null || isOutOfService(state, attachment.node())) {
      return false;
    }
    return isHeld(state, volume, attachment.node()) || isWanted(state, volume, attachment.node());
  }

  private static boolean isOutOfService(ClusterState state, String name) {
    NodeView node = state.get(Kinds.NODES, new ClaimKey("", name));
    return node == null || node.outOfService();
  }

  private static boolean isHeld(ClusterState state, VolumeView volume, String node) {
    return state.truth().mounts().values().stream()
        .anyMatch(mount -> mount.node().equals(node) && mount.storage().equals(volume.handle()));
  }

  private static boolean isWanted(ClusterState state, VolumeView volume, String node) {
    return state.all(Kinds.PODS).values().stream()
        .filter(pod -> node.equals(pod.node()) && !pod.terminated())
        .anyMatch(pod -> pod.claims().stream().anyMatch(claim -> isOf(state, pod, claim, volume)));
  }

  private static boolean isOf(ClusterState state, PodView pod, String name, VolumeView volume) {
    ClaimView claim = state.claim(claimOf(pod, name));
    @Nullable VolumeView bound = claim == null ? null : state.volumeBoundTo(claim);
    return bound != null && bound.meta().name().equals(volume.meta().name());
  }
}
