// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** What an operator said through the group's annotations (design §8). */
@ViewStyle
@Value.Immutable
public interface OperatorWord {
  /** {@code source}: claim name to the name of the ReplicationSource to use for it. */
  ImmutableMap<String, String> sources();

  /** {@code retry}: the id of the handoff to go on with after too many changes of its source. */
  @Nullable String retry();

  /**
   * {@code accept-claim}: uids of claims that may be synced though they are not the recorded ones.
   */
  ImmutableSet<String> acceptedClaims();

  /**
   * {@code volumes-not-reapplied}: nothing re-applies claimRef or policy of the group's volumes.
   */
  @Value.Default
  default boolean volumesNotReapplied() {
    return false;
  }

  static OperatorWord none() {
    return builder().build();
  }

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableOperatorWord.Builder {}
}
