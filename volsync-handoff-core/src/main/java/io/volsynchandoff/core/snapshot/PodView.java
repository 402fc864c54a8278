// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import com.google.common.collect.ImmutableSet;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** A pod, reduced to what tells whether it can write to a claim. */
@ViewStyle
@Value.Immutable
public interface PodView {
  Meta meta();

  /**
   * Names of the claims in its namespace that it names, those of generic ephemeral volumes
   * included.
   */
  ImmutableSet<String> claims();

  /** Whether it names that very claim: in its own namespace. */
  default boolean names(ClaimKey claim) {
    return meta().namespace().equals(claim.namespace()) && claims().contains(claim.name());
  }

  @Nullable String node();

  /** Phase Succeeded or Failed: its containers will not run again. */
  @Value.Default
  default boolean terminated() {
    return false;
  }

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutablePodView.Builder {}
}
