// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the program says of a move; the frozen set is kept here too. */
public class VolumeMoveStatus {
  private @Nullable String frozen;
  private @Nullable String phase;
  private Map<String, String> claims = Map.of();

  /** The freeze as the adapter's JournalCodec writes it; null where nothing is frozen. */
  public @Nullable String getFrozen() {
    return frozen;
  }

  public void setFrozen(@Nullable String frozen) {
    this.frozen = frozen;
  }

  public @Nullable String getPhase() {
    return phase;
  }

  public void setPhase(@Nullable String phase) {
    this.phase = phase;
  }

  /** Claim to phase, and what it waits for. */
  public Map<String, String> getClaims() {
    return claims;
  }

  public void setClaims(Map<String, String> claims) {
    this.claims = Map.copyOf(claims);
  }
}
