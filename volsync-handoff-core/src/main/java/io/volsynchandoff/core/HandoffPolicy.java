// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.snapshot.ViewStyle;
import java.time.Duration;
import org.immutables.value.Value;

/** What an operator may choose (design §5.7); the defaults are the safe ones. */
@ViewStyle
@Value.Immutable
public interface HandoffPolicy {
  /** How long a wait may last before it is said more loudly; nothing is touched at its end. */
  @Value.Default
  default Duration waitDeadline() {
    return Duration.ofMinutes(10);
  }

  /** How long the final sync may last before it is reported as stalled; it goes on all the same. */
  @Value.Default
  default Duration syncDeadline() {
    return Duration.ofHours(1);
  }

  /** When a write that the server refused in a dry run is tried again. */
  @Value.Default
  default Duration refusedRetry() {
    return Duration.ofSeconds(30);
  }

  /** Namespaces whose groups may have members in other namespaces (design §5.2). */
  ImmutableSet<String> adminNamespaces();

  static HandoffPolicy defaults() {
    return builder().build();
  }

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableHandoffPolicy.Builder {}
}
