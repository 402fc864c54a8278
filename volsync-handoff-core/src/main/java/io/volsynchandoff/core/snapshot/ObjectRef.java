// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/**
 * An object at the version that a decision was made on. Writes are conditional on the
 * resourceVersion, deletes on the uid (design §7 rule 5).
 */
public record ObjectRef(String namespace, String name, String uid, String resourceVersion) {
  public ClaimKey key() {
    return new ClaimKey(namespace, name);
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
