// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a group, by whatever stands for it: a VRG is one source of it, an embedding
 * controller's own resource another (design §4).
 */
@ViewStyle
@Value.Immutable
public interface GroupIntent {
  enum Role {
    PRIMARY,
    SECONDARY
  }

  enum RequestedAction {
    RELOCATE("Relocate"),
    FAILOVER("Failover");

    private final String text;

    RequestedAction(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  GroupRef group();

  /** Increases with every change of intent; a VRG's {@code metadata.generation}. */
  long number();

  Role role();

  /** Null where nothing is asked beyond the role. */
  @Nullable RequestedAction action();

  /** True once whatever stands for the group is being deleted. */
  @Value.Default
  default boolean deleting() {
    return false;
  }

  /**
   * The claims that the group selects now, T's and replicas of ours and VolSync's own already left
   * out.
   */
  Listed<ClaimKey> selected();

  /**
   * The API object that bears our finalizer and the freeze, or null where the embedding program
   * keeps the frozen set itself.
   */
  @Nullable Meta object();

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableGroupIntent.Builder {}
}
