// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;

/**
 * The core's views of API objects. A mapper throws {@link IllegalArgumentException} or {@link
 * java.time.DateTimeException} where an object holds what its API cannot hold, such as a time that
 * is none; whoever maps a list must then take the list as unknown, never the object as absent.
 */
public final class Views {
  private static final ImmutableSet<String> VOLSYNC_OWNERS =
      ImmutableSet.of("ReplicationSource", "ReplicationDestination");

  private Views() {}

  public static ClaimView claim(PersistentVolumeClaim claim) {
    return StorageMapping.claim(claim);
  }

  public static VolumeView volume(PersistentVolume volume) {
    return StorageMapping.volume(volume);
  }

  /** The view of a ReplicationSource. */
  public static SourceView source(GenericKubernetesResource source) {
    return SourceMapping.source(source);
  }

  public static PodView pod(Pod pod) {
    return UsageMapping.pod(pod);
  }

  public static JobView job(Job job) {
    return UsageMapping.job(job);
  }

  public static AttachmentView attachment(VolumeAttachment attachment) {
    return UsageMapping.attachment(attachment);
  }

  public static NodeView node(Node node) {
    return UsageMapping.node(node);
  }

  /** Kubernetes takes {@code attachRequired} as true where it is not set. */
  public static CsiDriverView csiDriver(CSIDriver driver) {
    boolean attaches =
        driver.getSpec() == null || !Boolean.FALSE.equals(driver.getSpec().getAttachRequired());
    return new CsiDriverView(driver.getMetadata().getName(), attaches);
  }

  public static SecretView secret(Secret secret) {
    return new SecretView(
        new ClaimKey(secret.getMetadata().getNamespace(), secret.getMetadata().getName()),
        MetaMapping.orEmpty(secret.getMetadata().getResourceVersion()));
  }

  public static NamespaceView namespace(Namespace namespace) {
    boolean terminating =
        namespace.getMetadata().getDeletionTimestamp() != null
            || (namespace.getStatus() != null
                && "Terminating".equals(namespace.getStatus().getPhase()));
    return new NamespaceView(namespace.getMetadata().getName(), terminating);
  }

  /** The metadata of whatever stands for a group. */
  public static Meta meta(HasMetadata object) {
    return MetaMapping.meta(object.getMetadata(), key -> true);
  }

  /** True for a pod that can be of interest: it names a claim or is a mover. */
  public static boolean matters(PodView pod) {
    return !pod.claims().isEmpty() || isMover(pod);
  }

  /** True for a pod with VolSync's labels, or with ours for mover pods (facts §2.3, design §8). */
  public static boolean isMover(PodView pod) {
    return "volsync".equals(pod.meta().labels().get("app.kubernetes.io/created-by"))
        || "volsync".equals(pod.meta().labels().get("app.kubernetes.io/part-of"))
        || pod.meta().labels().containsKey(HandoffNames.HANDOFF_LABEL);
  }

  /** True for a job that VolSync made: one that a ReplicationSource or -Destination owns. */
  public static boolean matters(JobView job) {
    return job.meta().owners().stream().anyMatch(owner -> VOLSYNC_OWNERS.contains(owner.kind()));
  }
}
