// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import io.volsynchandoff.core.snapshot.Listed;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The lists of one kind that a pass holds on to, by namespace. */
final class LiveNamespaces<V> {
  private final Map<String, Listed<V>> lists = new HashMap<>();

  /** Lists anew in these namespaces, and forgets every other. */
  void read(Set<String> namespaces, Function<String, Listed<V>> list) {
    lists.clear();
    namespaces.forEach(namespace -> lists.put(namespace, list.apply(namespace)));
  }

  /** The list that is held, or one that is taken now and held from then on. */
  Listed<V> hold(String namespace, Function<String, Listed<V>> list) {
    return lists.computeIfAbsent(namespace, list);
  }

  /** The list that is held, or what the cache says, where none is. */
  Listed<V> or(String namespace, Function<String, Listed<V>> cache) {
    Listed<V> held = lists.get(namespace);
    return held == null ? cache.apply(namespace) : held;
  }

  boolean has(String namespace) {
    return lists.containsKey(namespace);
  }

  boolean hasAll(Set<String> namespaces) {
    return lists.keySet().containsAll(namespaces);
  }

  boolean hasUnknown() {
    return lists.values().stream().anyMatch(Listed::isUnknown);
  }
}
