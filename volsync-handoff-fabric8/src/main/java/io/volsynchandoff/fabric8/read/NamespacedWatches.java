// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.fabric8.ApiNames;
import java.util.function.Function;
import java.util.stream.Stream;

/** The watches of namespaced kinds. */
final class NamespacedWatches {
  /** Index of pods and sources by the keys of the claims that they name. */
  static final String BY_CLAIM = "claim";

  /** Index of mover pods by their namespace. */
  static final String MOVERS = "movers";

  final WatchedNamespaces<PersistentVolumeClaim, ClaimView> claims;
  final WatchedNamespaces<GenericKubernetesResource, SourceView> sources;
  final WatchedNamespaces<Pod, PodView> pods;
  final WatchedNamespaces<Job, JobView> jobs;

  NamespacedWatches(KubernetesClient client, Scope scope, Kinds kinds) {
    claims =
        new WatchedNamespaces<>(
            kinds.claims(),
            scope,
            in(client.persistentVolumeClaims()),
            view -> view.meta().namespace(),
            ImmutableMap.of());
    sources =
        new WatchedNamespaces<>(
            kinds.sources(),
            scope,
            in(client.genericKubernetesResources(ApiNames.REPLICATION_SOURCES)),
            view -> view.meta().namespace(),
            ImmutableMap.of(BY_CLAIM, Kinds::claimsOf));
    pods =
        new WatchedNamespaces<>(
            kinds.pods(),
            scope,
            in(client.pods()),
            view -> view.meta().namespace(),
            ImmutableMap.of(BY_CLAIM, Kinds::claimsOf, MOVERS, NamespacedWatches::moverIn));
    jobs =
        new WatchedNamespaces<>(
            kinds.jobs(),
            scope,
            in(client.batch().v1().jobs()),
            view -> view.meta().namespace(),
            ImmutableMap.of());
  }

  Stream<Watched<?, ?>> all() {
    return Stream.of(claims.watches(), sources.watches(), pods.watches(), jobs.watches())
        .flatMap(watches -> watches);
  }

  private static ImmutableSet<?> moverIn(PodView pod) {
    return Views.isMover(pod) ? ImmutableSet.of(pod.meta().namespace()) : ImmutableSet.of();
  }

  private static <T extends HasMetadata> Function<String, Informable<T>> in(
      MixedOperation<T, ?, ?> operation) {
    return namespace ->
        namespace.isEmpty() ? operation.inAnyNamespace() : operation.inNamespace(namespace);
  }
}
