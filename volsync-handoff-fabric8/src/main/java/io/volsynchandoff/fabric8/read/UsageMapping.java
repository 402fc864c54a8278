// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.PodView;
import org.jspecify.annotations.Nullable;

/** Pods, jobs, attachments and nodes: what can write to a volume. */
final class UsageMapping {
  private static final ImmutableSet<String> TERMINAL_PHASES =
      ImmutableSet.of("Succeeded", "Failed");
  private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

  private UsageMapping() {}

  static PodView pod(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    String node = pod.getSpec() == null ? null : pod.getSpec().getNodeName();
    return PodView.builder()
        .meta(MetaMapping.meta(pod.getMetadata(), key -> false))
        .claims(claims(pod))
        .node(node == null || node.isEmpty() ? null : node)
        .terminated(phase != null && TERMINAL_PHASES.contains(phase))
        .build();
  }

  private static ImmutableSet<String> claims(Pod pod) {
    ImmutableSet.Builder<String> claims = ImmutableSet.builder();
    if (pod.getSpec() != null) {
      for (Volume volume : MetaMapping.orNone(pod.getSpec().getVolumes())) {
        String claim = claim(pod, volume);
        if (claim != null) {
          claims.add(claim);
        }
      }
    }
    return claims.build();
  }

  private static @Nullable String claim(Pod pod, Volume volume) {
    if (volume.getPersistentVolumeClaim() != null) {
      return volume.getPersistentVolumeClaim().getClaimName();
    }
    // Kubernetes makes the claim of a generic ephemeral volume under this name.
    return volume.getEphemeral() == null
        ? null
        : pod.getMetadata().getName() + "-" + volume.getName();
  }

  static JobView job(Job job) {
    boolean completed =
        job.getStatus() != null
            && MetaMapping.orNone(job.getStatus().getConditions()).stream()
                .anyMatch(it -> "Complete".equals(it.getType()) && "True".equals(it.getStatus()));
    return JobView.builder()
        .meta(MetaMapping.meta(job.getMetadata(), key -> false))
        .completed(completed)
        .build();
  }

  /** A VolumeAttachment with an inline volume, of a migrated in-tree driver, has no volume name. */
  static AttachmentView attachment(VolumeAttachment attachment) {
    String volume = attachment.getSpec().getSource().getPersistentVolumeName();
    return new AttachmentView(
        attachment.getMetadata().getName(),
        MetaMapping.orEmpty(volume),
        MetaMapping.orEmpty(attachment.getSpec().getNodeName()));
  }

  static NodeView node(Node node) {
    boolean ready =
        node.getStatus() != null
            && MetaMapping.orNone(node.getStatus().getConditions()).stream()
                .anyMatch(it -> "Ready".equals(it.getType()) && "True".equals(it.getStatus()));
    boolean outOfService =
        node.getSpec() != null
            && MetaMapping.orNone(node.getSpec().getTaints()).stream()
                .anyMatch(taint -> OUT_OF_SERVICE.equals(taint.getKey()));
    return new NodeView(node.getMetadata().getName(), ready, outOfService);
  }
}
