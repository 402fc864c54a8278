// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A cache of what the planner reads, kept by watches alone: no polling, no resync. Pods are reduced
 * on arrival, and kept only where they name a claim or are movers. A kind whose first list, or
 * later watch, is refused or fails is unknown, with the reason, and is tried again with backoff
 * until it is known. Secrets are not watched ({@link SecretPresence}).
 */
public final class InformerReads implements ClusterReads, AutoCloseable {
  private final NamespacedWatches namespaced;
  private final ClusterWatches cluster;
  private final SecretPresence secrets;

  /**
   * Watches nothing before {@link #start}.
   *
   * @param client to be closed by the caller, after this
   * @param listener told of every change that can matter, on the client's threads: it must not
   *     block, and reads made from it on see the change
   */
  public InformerReads(
      KubernetesClient client, Scope scope, InstantSource clock, Consumer<ReadChange> listener) {
    Kinds kinds = new Kinds(listener);
    namespaced = new NamespacedWatches(client, scope, kinds);
    cluster = new ClusterWatches(client, kinds);
    secrets = new SecretPresence(client, clock);
  }

  /**
   * Starts every watch and returns at once. The future is done when each kind was listed or its
   * list refused; until then the kinds that were not are unknown.
   */
  public CompletableFuture<Void> start() {
    return CompletableFuture.allOf(
        watches().map(Watched::start).toArray(CompletableFuture<?>[]::new));
  }

  /** Ends every watch; the listener may be called while this runs, but not after. */
  @Override
  public void close() {
    watches().forEach(Watched::close);
  }

  private Stream<Watched<?, ?>> watches() {
    return Stream.concat(namespaced.all(), cluster.all());
  }

  @Override
  public Observed<ClaimView> claim(ClaimKey key) {
    return namespaced.claims.one(key);
  }

  @Override
  public Listed<ClaimView> claims(String namespace) {
    return namespaced.claims.in(namespace);
  }

  @Override
  public Observed<VolumeView> volume(String name) {
    return cluster.volumes.one(name);
  }

  @Override
  public Listed<VolumeView> volumes() {
    return cluster.volumes.all();
  }

  @Override
  public Listed<VolumeView> volumesOfHandle(String handle) {
    return cluster.volumes.indexed(cluster.byHandle, handle);
  }

  @Override
  public Listed<VolumeView> volumesOfClaim(ClaimKey claim) {
    return cluster.volumes.indexed(cluster.byClaim, claim);
  }

  @Override
  public Listed<VolumeView> volumesOfGroup(GroupRef group) {
    return cluster.volumes.indexed(cluster.byGroup, group);
  }

  @Override
  public Listed<SourceView> sources(String namespace) {
    return namespaced.sources.in(namespace);
  }

  @Override
  public Listed<SourceView> sourcesOf(ClaimKey claim) {
    return namespaced.sources.in(claim.namespace(), NamespacedWatches.BY_CLAIM, claim);
  }

  @Override
  public Listed<PodView> pods(String namespace) {
    return namespaced.pods.in(namespace);
  }

  @Override
  public Listed<PodView> podsOf(ClaimKey claim) {
    return namespaced.pods.in(claim.namespace(), NamespacedWatches.BY_CLAIM, claim);
  }

  @Override
  public Listed<PodView> moverPods(String namespace) {
    return namespaced.pods.in(namespace, NamespacedWatches.MOVERS, namespace);
  }

  @Override
  public Listed<JobView> jobs(String namespace) {
    return namespaced.jobs.in(namespace);
  }

  @Override
  public Listed<AttachmentView> attachments(String volume) {
    return cluster.attachments.indexed(cluster.byVolume, volume);
  }

  @Override
  public Listed<NodeView> nodes() {
    return cluster.nodes.all();
  }

  @Override
  public Observed<CsiDriverView> csiDriver(String name) {
    return cluster.csiDrivers.one(name);
  }

  @Override
  public Observed<SecretView> secret(ClaimKey key) {
    return secrets.of(key);
  }

  @Override
  public Observed<NamespaceView> namespace(String name) {
    return cluster.namespaces.one(name);
  }
}
