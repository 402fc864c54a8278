// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

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
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The kinds that a plan is made from. */
public enum KnownKind {
  GROUP(
      "ramendr.openshift.io/v1alpha1",
      "VolumeReplicationGroup",
      true,
      GenericKubernetesResource.class),
  CLAIM("v1", "PersistentVolumeClaim", true, PersistentVolumeClaim.class),
  VOLUME("v1", "PersistentVolume", false, PersistentVolume.class),
  SOURCE("volsync.backube/v1alpha1", "ReplicationSource", true, GenericKubernetesResource.class),
  /** Read by nothing yet, but part of what {@code kubectl get} prints beside the sources. */
  DESTINATION(
      "volsync.backube/v1alpha1", "ReplicationDestination", true, GenericKubernetesResource.class),
  POD("v1", "Pod", true, Pod.class),
  JOB("batch/v1", "Job", true, Job.class),
  ATTACHMENT("storage.k8s.io/v1", "VolumeAttachment", false, VolumeAttachment.class),
  NODE("v1", "Node", false, Node.class),
  CSI_DRIVER("storage.k8s.io/v1", "CSIDriver", false, CSIDriver.class),
  SECRET("v1", "Secret", true, Secret.class),
  NAMESPACE("v1", "Namespace", false, Namespace.class);

  private final String apiVersion;
  private final String kind;
  private final boolean namespaced;
  private final Class<? extends HasMetadata> type;

  KnownKind(String apiVersion, String kind, boolean namespaced, Class<? extends HasMetadata> type) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.namespaced = namespaced;
    this.type = type;
  }

  /** The kind of that name in that API version, or null. */
  static @Nullable KnownKind of(String apiVersion, String kind) {
    return Arrays.stream(values())
        .filter(known -> known.kind.equals(kind) && known.apiVersion.equals(apiVersion))
        .findFirst()
        .orElse(null);
  }

  /** The kinds, for a message. */
  static String all() {
    return Arrays.stream(values()).map(known -> known.kind).collect(Collectors.joining(", "));
  }

  public String kind() {
    return kind;
  }

  boolean isNamespaced() {
    return namespaced;
  }

  Class<? extends HasMetadata> type() {
    return type;
  }
}
