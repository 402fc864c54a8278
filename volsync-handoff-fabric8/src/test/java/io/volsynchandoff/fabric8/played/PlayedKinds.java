// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.read.Views;
import io.volsynchandoff.testkit.state.Change;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.InstantSource;

/** Every kind that is played, sources last: VolSync writes a status after what it stands for. */
final class PlayedKinds {
  private PlayedKinds() {}

  static ImmutableList<PlayedKind<?, ?>> all(
      KubernetesSerialization json, PlayedScope scope, InstantSource clock) {
    return ImmutableList.of(
        PlayedKind.of(
            Kinds.CLAIMS, PersistentVolumeClaim.class, Views::claim, new ClaimWrites(json)::of),
        PlayedKind.of(
            Kinds.VOLUMES, PersistentVolume.class, VolumeWrites::view, new VolumeWrites()::of),
        PlayedKind.of(Kinds.JOBS, Job.class, JobWrites::view, new JobWrites(clock)::of),
        PlayedKind.of(Kinds.PODS, Pod.class, Views::pod, new PodWrites()::of),
        PlayedKind.of(
            Kinds.ATTACHMENTS,
            VolumeAttachment.class,
            Views::attachment,
            new AttachmentWrites(scope.driver())::of),
        PlayedKind.of(Kinds.NODES, Node.class, Views::node, PlayedKinds::readOnly),
        PlayedKind.of(Kinds.CSI_DRIVERS, CSIDriver.class, Views::csiDriver, PlayedKinds::readOnly),
        PlayedKind.of(Kinds.SECRETS, Secret.class, Views::secret, PlayedKinds::readOnly),
        new PlayedKind<>(
            Kinds.SOURCES,
            GenericKubernetesResource.class,
            ApiNames.REPLICATION_SOURCES,
            Views::source,
            new SourceWrites(json)::of));
  }

  private static ImmutableList<PlayedRequest> readOnly(Change<?> change) {
    throw new IllegalStateException("no model writes this: " + change);
  }
}
