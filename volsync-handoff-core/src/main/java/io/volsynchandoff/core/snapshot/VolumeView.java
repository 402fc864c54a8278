// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.journal.VolumeJournal;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** A PersistentVolume. */
@ViewStyle
@Value.Immutable
public interface VolumeView {
  enum Phase {
    PENDING,
    AVAILABLE,
    BOUND,
    RELEASED,
    FAILED
  }

  enum ReclaimPolicy {
    RETAIN("Retain"),
    DELETE("Delete"),
    RECYCLE("Recycle");

    private final String text;

    ReclaimPolicy(String text) {
      this.text = text;
    }

    /** The word of the API. */
    public String text() {
      return text;
    }
  }

  Meta meta();

  Phase phase();

  ReclaimPolicy policy();

  @Nullable ClaimRef claimRef();

  /**
   * What of the volume source says which storage it is, in a canonical text: two volumes with equal
   * handles are one storage (design §2, decision 8).
   */
  String handle();

  StorageSize capacity();

  ImmutableSet<String> accessModes();

  @Value.Default
  default String volumeMode() {
    return "Filesystem";
  }

  @Nullable String storageClass();

  @Nullable String attributesClass();

  /** The CSI driver's name; null for a volume of another kind. */
  @Nullable String csiDriver();

  /** Our journal annotation; unknown when it is there and cannot be read as one. */
  @Value.Default
  default Observed<VolumeJournal> journal() {
    return Observed.absent();
  }

  /**
   * Field managers other than us with an Apply entry on claimRef or on the reclaim policy, and
   * {@code "last-applied"} where kubectl's annotation bears a claimRef or a policy other than
   * Retain (design §5.3 step 1: such a volume will be put back in mid-handoff).
   */
  ImmutableSet<String> reappliedBy();

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableVolumeView.Builder {}
}
