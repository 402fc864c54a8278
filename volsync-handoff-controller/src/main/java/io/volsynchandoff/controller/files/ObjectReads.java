// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.read.ClusterReads;
import io.volsynchandoff.fabric8.read.Views;
import java.time.DateTimeException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The objects of files, taken as a cluster: what no file holds is not there. */
public final class ObjectReads implements ClusterReads {
  private final Listed<ClaimView> claims;
  private final Listed<VolumeView> volumes;
  private final Listed<SourceView> sources;
  private final Listed<PodView> pods;
  private final Listed<JobView> jobs;
  private final Listed<AttachmentView> attachments;
  private final Listed<NodeView> nodes;
  private final Listed<CsiDriverView> csiDrivers;
  private final Listed<SecretView> secrets;
  private final Listed<NamespaceView> namespaces;
  private final ImmutableSet<String> inhabited;

  /**
   * Maps every object.
   *
   * @param partial true where a kind that no file holds is unknown instead of absent
   * @throws InputError where an object holds what its API cannot hold
   */
  public ObjectReads(List<FileObject> objects, boolean partial) {
    Mapper mapper = new Mapper(objects, partial);
    claims = mapper.map(KnownKind.CLAIM, PersistentVolumeClaim.class, Views::claim);
    volumes = mapper.map(KnownKind.VOLUME, PersistentVolume.class, Views::volume);
    sources = mapper.map(KnownKind.SOURCE, GenericKubernetesResource.class, Views::source);
    pods = mapper.map(KnownKind.POD, Pod.class, Views::pod).where(Views::matters);
    jobs = mapper.map(KnownKind.JOB, Job.class, Views::job).where(Views::matters);
    attachments = mapper.map(KnownKind.ATTACHMENT, VolumeAttachment.class, Views::attachment);
    nodes = mapper.map(KnownKind.NODE, Node.class, Views::node);
    csiDrivers = mapper.map(KnownKind.CSI_DRIVER, CSIDriver.class, Views::csiDriver);
    secrets = mapper.map(KnownKind.SECRET, Secret.class, Views::secret);
    namespaces = mapper.map(KnownKind.NAMESPACE, Namespace.class, Views::namespace);
    inhabited = objects.stream().map(FileObject::namespace).collect(ImmutableSet.toImmutableSet());
  }

  private record Mapper(List<FileObject> objects, boolean partial) {
    <T, V> Listed<V> map(KnownKind kind, Class<T> type, Function<T, V> view) {
      ImmutableList<FileObject> held =
          objects.stream()
              .filter(object -> object.kind() == kind)
              .collect(ImmutableList.toImmutableList());
      if (partial && held.isEmpty()) {
        return Listed.unknown("no file holds a " + kind.kind());
      }
      return Listed.of(
          held.stream()
              .map(object -> map(object, type, view))
              .collect(ImmutableList.toImmutableList()));
    }

    private static <T, V> V map(FileObject object, Class<T> type, Function<T, V> view) {
      try {
        return view.apply(type.cast(object.object()));
      } catch (IllegalArgumentException | DateTimeException e) {
        throw InputError.at(object.origin(), object.identity() + ": " + e.getMessage());
      }
    }
  }

  @Override
  public Observed<ClaimView> claim(ClaimKey key) {
    return find(claims, claim -> claim.key().equals(key));
  }

  @Override
  public Listed<ClaimView> claims(String namespace) {
    return claims.where(claim -> claim.key().namespace().equals(namespace));
  }

  @Override
  public Observed<VolumeView> volume(String name) {
    return find(volumes, volume -> volume.meta().name().equals(name));
  }

  @Override
  public Listed<VolumeView> volumes() {
    return volumes;
  }

  @Override
  public Listed<SourceView> sources(String namespace) {
    return sources.where(source -> source.meta().namespace().equals(namespace));
  }

  @Override
  public Listed<PodView> pods(String namespace) {
    return pods.where(pod -> pod.meta().namespace().equals(namespace));
  }

  @Override
  public Listed<JobView> jobs(String namespace) {
    return jobs.where(job -> job.meta().namespace().equals(namespace));
  }

  @Override
  public Listed<AttachmentView> attachments(String volume) {
    return attachments.where(attachment -> attachment.volumeName().equals(volume));
  }

  @Override
  public Listed<NodeView> nodes() {
    return nodes;
  }

  @Override
  public Observed<CsiDriverView> csiDriver(String name) {
    return find(csiDrivers, driver -> driver.name().equals(name));
  }

  @Override
  public Observed<SecretView> secret(ClaimKey key) {
    return find(secrets, secret -> secret.key().equals(key));
  }

  /** A namespace that something lives in is there, whether or not a file holds it. */
  @Override
  public Observed<NamespaceView> namespace(String name) {
    Observed<NamespaceView> held = find(namespaces, namespace -> namespace.name().equals(name));
    return held.isAbsent() && inhabited.contains(name)
        ? Observed.of(new NamespaceView(name, false))
        : held;
  }

  private static <T> Observed<T> find(Listed<T> list, Predicate<T> test) {
    if (list.isUnknown()) {
      return Observed.unknown(list.why());
    }
    return list.known().stream()
        .filter(test)
        .findFirst()
        .map(Observed::of)
        .orElseGet(Observed::absent);
  }
}
