// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import io.volsynchandoff.core.snapshot.SourceView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The status that VolSync writes at each turn of a sync (facts §1.1, §1.2). */
final class SyncStatus {
  private static final String FAILED = "Failed";
  private static final String SUCCESSFUL = "Successful";

  private SyncStatus() {}

  /** The start is recorded before any work is done. */
  static SourceView started(SourceView source, Instant now) {
    return inProgress(
        SourceView.builder()
            .from(source)
            .lastSyncStartTime(now.truncatedTo(ChronoUnit.SECONDS))
            .build());
  }

  static SourceView inProgress(SourceView source) {
    return condition(source, "SyncInProgress", "Synchronization in-progress");
  }

  static SourceView failed(SourceView source, String message) {
    return condition(source, "Error", message);
  }

  static SourceView moverFailed(SourceView source) {
    return failed(
        SourceView.builder().from(source).moverResult(FAILED).moverLogs("mover failed").build(),
        "mover Job backoff limit reached");
  }

  /** The tag that the spec bears now is stamped, whatever it was when the sync began (§1.3). */
  static SourceView completed(SourceView source, Instant now) {
    SourceView ended =
        SourceView.builder()
            .from(source)
            .lastSyncTime(now.truncatedTo(ChronoUnit.SECONDS))
            .lastSyncStartTime(null)
            .lastManualSync(source.manualTag())
            .moverResult(SUCCESSFUL)
            .moverLogs("")
            .build();
    return condition(ended, "CleaningUp", "Cleaning up");
  }

  static SourceView rested(SourceView source, Instant now) {
    return source.manualTag() != null
        ? condition(source, "WaitingForManual", "Waiting for manual trigger")
        : condition(source, "WaitingForSchedule", "Waiting for next scheduled synchronization");
  }

  private static SourceView condition(SourceView source, String reason, String message) {
    return SourceView.builder()
        .from(source)
        .synchronizingReason(reason)
        .synchronizingMessage(message)
        .build();
  }
}
