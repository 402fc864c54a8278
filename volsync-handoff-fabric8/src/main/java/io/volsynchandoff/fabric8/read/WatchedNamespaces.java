// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A namespaced kind: one watch for the whole cluster, or one for each namespace of the scope. */
final class WatchedNamespaces<T extends HasMetadata, V> {
  private static final String CLUSTER = "";
  private static final String BY_NAMESPACE = "namespace";

  /** A watch with indexes of its own. */
  private record Part<T extends HasMetadata, V>(
      Watched<T, V> watched, ImmutableMap<String, ViewIndex<V>> indexes) {
    Listed<V> indexed(String index, Object value) {
      ViewIndex<V> by = indexes.get(index);
      if (by == null) {
        throw new IllegalArgumentException("no index " + index);
      }
      return watched.indexed(by, value);
    }
  }

  private final String resource;
  private final ImmutableMap<String, Function<V, ImmutableSet<?>>> indexed;

  /** By namespace; under {@link #CLUSTER} where all namespaces are watched at once. */
  private final ImmutableMap<String, Part<T, V>> parts;

  /**
   * @param objects those of a namespace, or of the whole cluster for the empty text
   * @param indexed the further indexes by name: for each view, the values that it is found under
   */
  WatchedNamespaces(
      ViewKind<T, V> kind,
      Scope scope,
      Function<String, Informable<T>> objects,
      Function<V, String> namespaceOf,
      ImmutableMap<String, Function<V, ImmutableSet<?>>> indexed) {
    this.resource = kind.resource();
    this.indexed =
        ImmutableMap.<String, Function<V, ImmutableSet<?>>>builder()
            .putAll(indexed)
            .put(BY_NAMESPACE, view -> ImmutableSet.of(namespaceOf.apply(view)))
            .buildOrThrow();
    ImmutableSet<String> watched =
        scope.namespaces().isEmpty() ? ImmutableSet.of(CLUSTER) : scope.namespaces();
    this.parts =
        watched.stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    namespace -> namespace,
                    namespace -> part(kind, namespace, objects.apply(namespace))));
  }

  private Part<T, V> part(ViewKind<T, V> kind, String namespace, Informable<T> objects) {
    ImmutableMap.Builder<String, ViewIndex<V>> building = ImmutableMap.builder();
    indexed.forEach((name, values) -> building.put(name, new ViewIndex<>(values)));
    ImmutableMap<String, ViewIndex<V>> indexes = building.buildOrThrow();
    String where = namespace.equals(CLUSTER) ? "in all namespaces" : "in namespace " + namespace;
    return new Part<>(
        new Watched<>(kind, where, objects, ImmutableList.copyOf(indexes.values())), indexes);
  }

  Listed<V> in(String namespace) {
    return in(namespace, BY_NAMESPACE, namespace);
  }

  /** Those that an index has under a value that belongs to the namespace. */
  Listed<V> in(String namespace, String index, Object value) {
    Part<T, V> part = partOf(namespace);
    return part == null ? Listed.unknown(notWatched(namespace)) : part.indexed(index, value);
  }

  Observed<V> one(ClaimKey key) {
    Part<T, V> part = partOf(key.namespace());
    return part == null
        ? Observed.unknown(notWatched(key.namespace()))
        : part.watched().one(key.toString());
  }

  Stream<Watched<?, ?>> watches() {
    return parts.values().stream().map(Part::watched);
  }

  private @Nullable Part<T, V> partOf(String namespace) {
    Part<T, V> cluster = parts.get(CLUSTER);
    return cluster == null ? parts.get(namespace) : cluster;
  }

  private String notWatched(String namespace) {
    return resource + " in namespace " + namespace + ": the namespace is not among those watched";
  }
}
