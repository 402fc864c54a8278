// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/** Names a group and the very object that stood for it. */
public record GroupRef(String namespace, String name, String uid) {
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
