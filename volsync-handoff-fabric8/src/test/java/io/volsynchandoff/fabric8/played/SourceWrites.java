// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.model.SimulatedVolSync;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** ReplicationSources: VolSync writes their status and nothing else (facts §1.2). */
final class SourceWrites extends ObjectWrites<SourceView> {
  private final KubernetesSerialization json;

  SourceWrites(KubernetesSerialization json) {
    super(Kinds.SOURCES);
    this.json = json;
  }

  @Override
  Fields draft(SourceView created) {
    return Fields.of()
        .with("apiVersion", "volsync.backube/v1alpha1")
        .with("kind", "ReplicationSource")
        .with("spec", json.unmarshal(created.spec().json(), LinkedHashMap.class));
  }

  @Override
  Fields spec(SourceView before, SourceView after) {
    if (!before.spec().equals(after.spec())) {
      throw new IllegalStateException("the spec of " + after.meta().ref() + " is not played");
    }
    return Fields.of();
  }

  @Override
  Fields status(SourceView before, SourceView after) {
    Fields status =
        Fields.of()
            .changed("lastSyncTime", text(before.lastSyncTime()), text(after.lastSyncTime()))
            .changed(
                "lastSyncStartTime",
                text(before.lastSyncStartTime()),
                text(after.lastSyncStartTime()))
            .changed("lastManualSync", before.lastManualSync(), after.lastManualSync())
            .changed(
                "nextSyncTime",
                text(SimulatedVolSync.nextSyncTime(before)),
                text(SimulatedVolSync.nextSyncTime(after)))
            .within(
                "latestMoverStatus",
                Fields.of()
                    .changed("result", before.moverResult(), after.moverResult())
                    .changed("logs", before.moverLogs(), after.moverLogs()));
    return hasSameCondition(before, after)
        ? status
        : status.with("conditions", ImmutableList.of(condition(after).map()));
  }

  private static boolean hasSameCondition(SourceView before, SourceView after) {
    return Objects.equals(before.synchronizingReason(), after.synchronizingReason())
        && Objects.equals(before.synchronizingMessage(), after.synchronizingMessage());
  }

  private static Fields condition(SourceView after) {
    Instant since = after.lastSyncStartTime();
    Instant ended = after.lastSyncTime();
    return Fields.of()
        .with("type", "Synchronizing")
        .with("status", "SyncInProgress".equals(after.synchronizingReason()) ? "True" : "False")
        .with("reason", after.synchronizingReason())
        .with("message", after.synchronizingMessage())
        .with("lastTransitionTime", text(since == null ? ended : since));
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
