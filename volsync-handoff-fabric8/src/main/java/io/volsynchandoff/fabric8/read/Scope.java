// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;

/**
 * Where namespaced objects are watched.
 *
 * @param namespaces empty for all of them, by one cluster-wide watch for each kind
 */
public record Scope(ImmutableSet<String> namespaces) {
  public static Scope allNamespaces() {
    return new Scope(ImmutableSet.of());
  }

  public static Scope of(Iterable<String> namespaces) {
    return new Scope(ImmutableSet.copyOf(namespaces));
  }
}
