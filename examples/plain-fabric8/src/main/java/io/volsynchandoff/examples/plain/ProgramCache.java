// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import com.google.common.collect.ImmutableList;
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
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
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
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.read.ClusterReads;
import io.volsynchandoff.fabric8.read.Views;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The informers that a program has anyway, offered to the planner. The adapter brings a leaner
 * cache (InformerReads); this one shows what it takes to bring one's own.
 */
final class ProgramCache implements ClusterReads, AutoCloseable {
  private final KubernetesClient client;
  private final SharedIndexInformer<PersistentVolumeClaim> claims;
  private final SharedIndexInformer<PersistentVolume> volumes;
  private final SharedIndexInformer<GenericKubernetesResource> sources;
  private final SharedIndexInformer<Pod> pods;
  private final SharedIndexInformer<Job> jobs;
  private final SharedIndexInformer<VolumeAttachment> attachments;
  private final SharedIndexInformer<Node> nodes;
  private final SharedIndexInformer<CSIDriver> csiDrivers;
  private final SharedIndexInformer<Namespace> namespaces;

  /** Watches nothing before {@link #start}; {@code onChange} is called on the client's threads. */
  ProgramCache(KubernetesClient client, Runnable onChange) {
    this.client = client;
    claims = informer(client.persistentVolumeClaims().inAnyNamespace(), onChange);
    volumes = informer(client.persistentVolumes(), onChange);
    sources =
        informer(
            client.genericKubernetesResources(ApiNames.REPLICATION_SOURCES).inAnyNamespace(),
            onChange);
    pods = informer(client.pods().inAnyNamespace(), onChange);
    jobs = informer(client.batch().v1().jobs().inAnyNamespace(), onChange);
    attachments = informer(client.storage().v1().volumeAttachments(), onChange);
    nodes = informer(client.nodes(), onChange);
    csiDrivers = informer(client.storage().v1().csiDrivers(), onChange);
    namespaces = informer(client.namespaces(), onChange);
  }

  private static <T extends HasMetadata> SharedIndexInformer<T> informer(
      Informable<T> kind, Runnable onChange) {
    SharedIndexInformer<T> informer = kind.runnableInformer(0);
    // A list that is refused is tried again; until then the kind is unknown.
    informer.exceptionHandler((started, failure) -> true);
    informer.addEventHandler(new Waking<>(onChange));
    return informer;
  }

  @Override
  public Observed<ClaimView> claim(ClaimKey key) {
    return one(claims, it -> isAt(it, key), Views::claim);
  }

  @Override
  public Listed<ClaimView> claims(String namespace) {
    return list(claims, in(namespace), Views::claim);
  }

  @Override
  public Observed<VolumeView> volume(String name) {
    return one(volumes, it -> it.getMetadata().getName().equals(name), Views::volume);
  }

  @Override
  public Listed<VolumeView> volumes() {
    return list(volumes, it -> true, Views::volume);
  }

  @Override
  public Listed<SourceView> sources(String namespace) {
    return list(sources, in(namespace), Views::source);
  }

  @Override
  public Listed<PodView> pods(String namespace) {
    return list(pods, in(namespace), Views::pod).where(Views::matters);
  }

  @Override
  public Listed<JobView> jobs(String namespace) {
    return list(jobs, in(namespace), Views::job).where(Views::matters);
  }

  @Override
  public Listed<AttachmentView> attachments(String volume) {
    return list(
            attachments,
            it -> it.getSpec().getSource().getPersistentVolumeName() != null,
            Views::attachment)
        .where(it -> it.volumeName().equals(volume));
  }

  @Override
  public Listed<NodeView> nodes() {
    return list(nodes, it -> true, Views::node);
  }

  @Override
  public Observed<CsiDriverView> csiDriver(String name) {
    return one(csiDrivers, it -> it.getMetadata().getName().equals(name), Views::csiDriver);
  }

  /** Secrets are asked for one by one, so that the program needs no permission to list them. */
  @Override
  public Observed<SecretView> secret(ClaimKey key) {
    try {
      Secret secret = client.secrets().inNamespace(key.namespace()).withName(key.name()).get();
      return secret == null ? Observed.absent() : Observed.of(Views.secret(secret));
    } catch (KubernetesClientException e) {
      return Observed.unknown("get secrets: " + e.getMessage());
    }
  }

  @Override
  public Observed<NamespaceView> namespace(String name) {
    return one(namespaces, it -> it.getMetadata().getName().equals(name), Views::namespace);
  }

  void start() {
    all().forEach(SharedIndexInformer::start);
  }

  @Override
  public void close() {
    all().forEach(SharedIndexInformer::close);
  }

  private ImmutableList<SharedIndexInformer<?>> all() {
    return ImmutableList.of(
        claims, volumes, sources, pods, jobs, attachments, nodes, csiDrivers, namespaces);
  }

  private static <T extends HasMetadata> Predicate<T> in(String namespace) {
    return it -> namespace.equals(it.getMetadata().getNamespace());
  }

  private static boolean isAt(HasMetadata object, ClaimKey key) {
    return Objects.equals(object.getMetadata().getNamespace(), key.namespace())
        && object.getMetadata().getName().equals(key.name());
  }

  private static <T extends HasMetadata, V> Listed<V> list(
      SharedIndexInformer<T> informer, Predicate<T> which, Function<T, V> view) {
    return informer.hasSynced()
        ? Listed.of(
            informer.getStore().list().stream()
                .filter(which)
                .map(view)
                .collect(ImmutableList.toImmutableList()))
        : Listed.unknown(informer.getApiTypeClass().getSimpleName() + " is not listed yet");
  }

  private static <T extends HasMetadata, V> Observed<V> one(
      SharedIndexInformer<T> informer, Predicate<T> which, Function<T, V> view) {
    Listed<V> found = list(informer, which, view);
    if (found.isUnknown()) {
      return Observed.unknown(found.why());
    }
    return found.known().isEmpty() ? Observed.absent() : Observed.of(found.known().get(0));
  }

  /** Any change wakes the loop; what it means is for the planner to say. */
  private record Waking<T>(Runnable onChange) implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
      onChange.run();
    }

    @Override
    public void onUpdate(T before, T after) {
      onChange.run();
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
      onChange.run();
    }
  }
}
