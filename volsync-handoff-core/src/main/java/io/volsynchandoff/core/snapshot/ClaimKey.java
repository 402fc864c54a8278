// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/**
 * Names a claim (or the place where one would be); identity of a live object is its uid, never
 * this.
 */
public record ClaimKey(String namespace, String name) implements Comparable<ClaimKey> {
  @Override
  public int compareTo(ClaimKey other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
