// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.journal.OpaqueSpec;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** A PersistentVolumeClaim. */
@ViewStyle
@Value.Immutable
public interface ClaimView {
  enum Phase {
    PENDING,
    BOUND,
    LOST
  }

  Meta meta();

  Phase phase();

  /** {@code spec.volumeName}; null while it is not set. */
  @Nullable String volumeName();

  @Nullable String storageClass();

  ImmutableSet<String> accessModes();

  @Value.Default
  default String volumeMode() {
    return "Filesystem";
  }

  @Nullable String attributesClass();

  StorageSize request();

  /** The whole spec as read, for the journal; the planner never looks into it. */
  OpaqueSpec spec();

  default ClaimKey key() {
    return new ClaimKey(meta().namespace(), meta().name());
  }

  default boolean isBoundTo(VolumeView volume) {
    return phase() == Phase.BOUND
        && volume.meta().name().equals(volumeName())
        && volume.claimRef() != null
        && volume.claimRef().isExactly(this);
  }

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableClaimView.Builder {}
}
