// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.journal.SourceJournal;
import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** A VolSync ReplicationSource (facts §1.2, §4.1). */
@ViewStyle
@Value.Immutable
public interface SourceView {
  Meta meta();

  /** {@code spec.sourcePVC}, in the namespace of the source. */
  String sourceClaim();

  @Nullable String manualTag();

  @Nullable String schedule();

  @Value.Default
  default boolean paused() {
    return false;
  }

  /** The mover sections present in the spec; a source that can be served has exactly one. */
  ImmutableSet<Mover> movers();

  /** {@code copyMethod} of the mover section; null where it is not set. */
  @Nullable String copyMethod();

  ImmutableMap<String, String> moverPodLabels();

  /** The secret that the mover needs; null where VolSync would make its own. */
  @Nullable String secretName();

  /**
   * True where the annotation that makes the mover sleep is present: it would complete without a
   * sync (facts §4.3).
   */
  @Value.Default
  default boolean debugMover() {
    return false;
  }

  /**
   * {@code moverSecurityContext.fsGroup}, which may change the owner of files; null where it is not
   * set.
   */
  @Nullable Long moverFsGroup();

  @Nullable Instant lastSyncTime();

  /** The busy flag: present while a sync is in flight (facts §1.2). */
  @Nullable Instant lastSyncStartTime();

  @Nullable String lastManualSync();

  /** Reason of the condition {@code Synchronizing}; null before VolSync's first status. */
  @Nullable String synchronizingReason();

  /** Message of the condition {@code Synchronizing}. */
  @Nullable String synchronizingMessage();

  /** {@code latestMoverStatus.result}; sticky, so never a proof (facts §1.2). */
  @Nullable String moverResult();

  @Nullable String moverLogs();

  /** The whole spec as read, for the journal; the planner never looks into it. */
  OpaqueSpec spec();

  @Value.Default
  default Observed<SourceJournal> journal() {
    return Observed.absent();
  }

  default ClaimKey sourceClaimKey() {
    return new ClaimKey(meta().namespace(), sourceClaim());
  }

  default boolean isSyncing() {
    return lastSyncStartTime() != null;
  }

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableSourceView.Builder {}
}
