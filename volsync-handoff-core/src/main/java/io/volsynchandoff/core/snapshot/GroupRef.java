// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/** Names a group and the very object that stood for it. */
public record GroupRef(String namespace, String name, String uid) {
  /** Whether both bear one name, be they one object or one after the other. */
  public boolean hasNameOf(GroupRef other) {
    return namespace.equals(other.namespace) && name.equals(other.name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
