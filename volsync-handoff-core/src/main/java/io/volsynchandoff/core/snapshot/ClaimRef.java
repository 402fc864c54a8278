// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * A volume's {@code spec.claimRef}; an empty uid is null here and means "pre-bound by name" (facts
 * §6.2).
 */
public record ClaimRef(ClaimKey claim, @Nullable String uid) {
  public boolean names(ClaimKey key) {
    return claim.equals(key);
  }

  /** True if the reference names this very object. */
  public boolean isExactly(ClaimView view) {
    return names(view.key()) && view.meta().uid().equals(uid);
  }
}
