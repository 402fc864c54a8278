// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.journal;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.ViewStyle;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * What parking and arming replace in a ReplicationSource, in one annotation on it (design §5.4).
 */
@ViewStyle
@Value.Immutable
public interface SourceJournal {
  /**
   * Uid of the claim that the source synced when it was parked; it is unparked for that claim alone
   * (design §5.1).
   */
  String claimUid();

  /** Uid of the source that the journal was written on: a copied annotation is no journal. */
  String sourceUid();

  String originalClaim();

  @Nullable String originalManualTag();

  @Nullable String originalSchedule();

  boolean originalPaused();

  @Nullable String originalCopyMethod();

  ImmutableMap<String, String> originalMoverPodLabels();

  /** The whole spec before the first of our writes. */
  OpaqueSpec originalSpec();

  /** Null until the source is armed. */
  @Nullable Armed armed();

  /**
   * The last arming write: under which attempt, for which temporary claim, and the generation that
   * this write made (one more than that of the version it was conditional on, design §5.5).
   */
  record Armed(HandoffId id, int attempt, String temporaryClaimUid, long generation) {}

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableSourceJournal.Builder {}
}
