// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import io.volsynchandoff.core.snapshot.ClaimKey;
import org.jspecify.annotations.Nullable;

/**
 * One object that differs between two states of a cluster.
 *
 * @param before null for an object that was created
 * @param after null for an object that was deleted
 */
public record Change<V>(Kind<V> kind, ClaimKey key, @Nullable V before, @Nullable V after) {
  public boolean isCreation() {
    return before == null;
  }

  public boolean isDeletion() {
    return after == null;
  }

  @Override
  public String toString() {
    String verb = isCreation() ? "create" : isDeletion() ? "delete" : "update";
    return verb + " " + kind + " " + key;
  }
}
