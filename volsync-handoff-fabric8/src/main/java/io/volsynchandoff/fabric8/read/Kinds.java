// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kinds that are watched: what is kept of each, and whom a change of it concerns. */
final class Kinds {
  private final Consumer<ReadChange> listener;

  Kinds(Consumer<ReadChange> listener) {
    this.listener = listener;
  }

  ViewKind<PersistentVolumeClaim, ClaimView> claims() {
    return new ViewKind<>(
        "persistentvolumeclaims",
        PersistentVolumeClaim::new,
        Views::claim,
        view -> true,
        inNamespace(view -> view.meta().namespace(), view -> ImmutableSet.of(view.key())),
        listener);
  }

  ViewKind<GenericKubernetesResource, SourceView> sources() {
    return new ViewKind<>(
        "replicationsources.volsync.backube",
        GenericKubernetesResource::new,
        Views::source,
        view -> true,
        inNamespace(view -> view.meta().namespace(), Kinds::claimsOf),
        listener);
  }

  ViewKind<Pod, PodView> pods() {
    return new ViewKind<>(
        "pods",
        Pod::new,
        pod -> {
          PodView view = Views.pod(pod);
          return PodView.builder().from(view).meta(withoutVersion(view.meta())).build();
        },
        Views::matters,
        inNamespace(view -> view.meta().namespace(), Kinds::claimsOf),
        listener);
  }

  ViewKind<Job, JobView> jobs() {
    return new ViewKind<>(
        "jobs.batch",
        Job::new,
        job -> {
          JobView view = Views.job(job);
          return JobView.builder().from(view).meta(withoutVersion(view.meta())).build();
        },
        Views::matters,
        inNamespace(view -> view.meta().namespace(), view -> ImmutableSet.of()),
        listener);
  }

  ViewKind<PersistentVolume, VolumeView> volumes() {
    return new ViewKind<>(
        "persistentvolumes",
        PersistentVolume::new,
        Views::volume,
        view -> true,
        ofVolumes(view -> view.meta().name(), Kinds::claimsOf),
        listener);
  }

  ViewKind<VolumeAttachment, AttachmentView> attachments() {
    return new ViewKind<>(
        "volumeattachments.storage.k8s.io",
        VolumeAttachment::new,
        Views::attachment,
        view -> !view.volumeName().isEmpty(),
        ofVolumes(AttachmentView::volumeName, view -> ImmutableSet.of()),
        listener);
  }

  ViewKind<Node, NodeView> nodes() {
    return new ViewKind<>(
        "nodes",
        Node::new,
        Views::node,
        view -> true,
        (from, to) -> ReadChange.ofEveryone(),
        listener);
  }

  ViewKind<CSIDriver, CsiDriverView> csiDrivers() {
    return new ViewKind<>(
        "csidrivers.storage.k8s.io",
        CSIDriver::new,
        Views::csiDriver,
        view -> true,
        (from, to) -> ReadChange.ofEveryone(),
        listener);
  }

  ViewKind<Namespace, NamespaceView> namespaces() {
    return new ViewKind<>(
        "namespaces",
        Namespace::new,
        Views::namespace,
        view -> true,
        inNamespace(NamespaceView::name, view -> ImmutableSet.of()),
        listener);
  }

  /** What changes at every heartbeat is left out, so that a change is one that matters. */
  private static Meta withoutVersion(Meta meta) {
    return Meta.builder().from(meta).resourceVersion("").generation(0).lastManager(null).build();
  }

  static ImmutableSet<ClaimKey> claimsOf(SourceView source) {
    ImmutableSet.Builder<ClaimKey> claims = ImmutableSet.builder();
    claims.add(source.sourceClaimKey());
    var journal = source.journal().orNull();
    if (journal != null) {
      claims.add(new ClaimKey(source.meta().namespace(), journal.originalClaim()));
    }
    return claims.build();
  }

  static ImmutableSet<ClaimKey> claimsOf(PodView pod) {
    return pod.claims().stream()
        .map(name -> new ClaimKey(pod.meta().namespace(), name))
        .collect(ImmutableSet.toImmutableSet());
  }

  private static ImmutableSet<ClaimKey> claimsOf(VolumeView volume) {
    ImmutableSet.Builder<ClaimKey> claims = ImmutableSet.builder();
    ClaimRef ref = volume.claimRef();
    if (ref != null) {
      claims.add(ref.claim());
    }
    var journal = volume.journal().orNull();
    if (journal != null) {
      claims.add(journal.claim().key());
    }
    return claims.build();
  }

  private static <V> BiFunction<@Nullable V, @Nullable V, ReadChange> inNamespace(
      Function<V, String> namespace, Function<V, ImmutableSet<ClaimKey>> claims) {
    return (from, to) ->
        ReadChange.inNamespace(
            union(from, to, view -> ImmutableSet.of(namespace.apply(view))).iterator().next(),
            union(from, to, claims));
  }

  private static <V> BiFunction<@Nullable V, @Nullable V, ReadChange> ofVolumes(
      Function<V, String> volume, Function<V, ImmutableSet<ClaimKey>> claims) {
    return (from, to) ->
        ReadChange.ofVolumes(
            union(from, to, view -> ImmutableSet.of(volume.apply(view))), union(from, to, claims));
  }

  /** Of the old and of the new state, as either can concern someone. */
  private static <V, R> ImmutableSet<R> union(
      @Nullable V from, @Nullable V to, Function<V, ImmutableSet<R>> values) {
    ImmutableSet.Builder<R> union = ImmutableSet.builder();
    if (from != null) {
      union.addAll(values.apply(from));
    }
    if (to != null) {
      union.addAll(values.apply(to));
    }
    return union.build();
  }
}
