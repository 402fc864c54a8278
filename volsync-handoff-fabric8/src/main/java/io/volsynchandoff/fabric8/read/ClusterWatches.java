// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.util.stream.Stream;

/** The watches of kinds without a namespace. */
final class ClusterWatches {
  final ViewIndex<VolumeView> byHandle =
      new ViewIndex<>(volume -> ImmutableSet.of(volume.handle()));
  final ViewIndex<VolumeView> byClaim = new ViewIndex<>(ClusterWatches::journalledClaim);
  final ViewIndex<VolumeView> byGroup = new ViewIndex<>(ClusterWatches::journalledGroup);
  final ViewIndex<AttachmentView> byVolume =
      new ViewIndex<>(attachment -> ImmutableSet.of(attachment.volumeName()));

  final Watched<PersistentVolume, VolumeView> volumes;
  final Watched<VolumeAttachment, AttachmentView> attachments;
  final Watched<Node, NodeView> nodes;
  final Watched<CSIDriver, CsiDriverView> csiDrivers;
  final Watched<Namespace, NamespaceView> namespaces;

  ClusterWatches(KubernetesClient client, Kinds kinds) {
    volumes =
        watch(
            kinds.volumes(),
            client.persistentVolumes(),
            ImmutableList.of(byHandle, byClaim, byGroup));
    attachments =
        watch(
            kinds.attachments(),
            client.storage().v1().volumeAttachments(),
            ImmutableList.of(byVolume));
    nodes = watch(kinds.nodes(), client.nodes(), ImmutableList.of());
    csiDrivers = watch(kinds.csiDrivers(), client.storage().v1().csiDrivers(), ImmutableList.of());
    namespaces = watch(kinds.namespaces(), client.namespaces(), ImmutableList.of());
  }

  Stream<Watched<?, ?>> all() {
    return Stream.of(volumes, attachments, nodes, csiDrivers, namespaces);
  }

  private static <T extends HasMetadata, V> Watched<T, V> watch(
      ViewKind<T, V> kind, Informable<T> objects, ImmutableList<ViewIndex<V>> indexes) {
    return new Watched<>(kind, "in the cluster", objects, indexes);
  }

  private static ImmutableSet<?> journalledClaim(VolumeView volume) {
    var journal = volume.journal().orNull();
    return journal == null ? ImmutableSet.of() : ImmutableSet.of(journal.claim().key());
  }

  private static ImmutableSet<?> journalledGroup(VolumeView volume) {
    var journal = volume.journal().orNull();
    return journal == null ? ImmutableSet.of() : ImmutableSet.of(journal.group());
  }
}
