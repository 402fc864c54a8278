// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.journal;

import io.volsynchandoff.core.snapshot.ViewStyle;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** The part of a volume's journal that belongs to one handoff. */
@ViewStyle
@Value.Immutable
public interface HandoffRecord {
  HandoffId id();

  /** The attempt that is to be armed or is armed; counts from 1, never goes down within an id. */
  int attempt();

  /**
   * How many members the freeze had, so that it can be rebuilt whole or not at all (design §5.2).
   */
  int memberCount();

  /** The uid of the ReplicationSource that was frozen for this member. */
  String sourceUid();

  /**
   * Times that the armed source was changed by someone else (design §5.5); waits for the operator
   * from 3 on.
   */
  @Value.Default
  default int sourceChanges() {
    return 0;
  }

  @Nullable Proof proof();

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableHandoffRecord.Builder {}
}
