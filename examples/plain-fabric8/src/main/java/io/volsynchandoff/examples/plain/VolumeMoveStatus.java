// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the program says of a move; the frozen set is kept here too. */
public class VolumeMoveStatus {
  private @Nullable String frozen;
  private @Nullable String phase;
  private List<Condition> conditions = List.of();
  private List<MovedClaim> claims = List.of();

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

  public List<Condition> getConditions() {
    return conditions;
  }

  public void setConditions(List<Condition> conditions) {
    this.conditions = List.copyOf(conditions);
  }

  public List<MovedClaim> getClaims() {
    return claims;
  }

  public void setClaims(List<MovedClaim> claims) {
    this.claims = List.copyOf(claims);
  }
}
