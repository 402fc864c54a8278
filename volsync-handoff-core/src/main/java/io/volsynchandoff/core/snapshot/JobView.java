// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import org.immutables.value.Value;

/** A Job; of interest where a ReplicationSource controls it, as its mover. */
@ViewStyle
@Value.Immutable
public interface JobView {
  Meta meta();

  /** Condition Complete is True: it will start no pod again. */
  @Value.Default
  default boolean completed() {
    return false;
  }

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableJobView.Builder {}
}
