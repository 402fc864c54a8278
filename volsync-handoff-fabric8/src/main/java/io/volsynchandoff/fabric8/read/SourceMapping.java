// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.SourceView;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** ReplicationSources (facts §1.2, §4.1). */
final class SourceMapping {
  /** Where each mover section names the secret that it needs. */
  private static final ImmutableMap<Mover, String> SECRET_FIELD =
      ImmutableMap.of(
          Mover.RSYNC_TLS, "keySecret",
          Mover.RSYNC, "sshKeys",
          Mover.RCLONE, "rcloneConfig",
          Mover.RESTIC, "repository");

  private SourceMapping() {}

  static SourceView source(GenericKubernetesResource source) {
    Map<String, Object> spec = object(source.getAdditionalProperties().get("spec"));
    Map<String, Object> status = object(source.getAdditionalProperties().get("status"));
    Map<String, String> annotations = MetaMapping.strings(source.getMetadata().getAnnotations());
    SourceView.Builder view =
        SourceView.builder()
            .meta(MetaMapping.meta(source.getMetadata(), key -> !key.equals(HandoffNames.JOURNAL)))
            .debugMover(annotations.containsKey(HandoffNames.DEBUG_MOVER))
            .spec(new OpaqueSpec(Json.canonical(spec)))
            .journal(JournalCodec.readSource(annotations.get(HandoffNames.JOURNAL)));
    readSpec(view, spec);
    readStatus(view, status);
    return view.build();
  }

  private static void readSpec(SourceView.Builder view, Map<String, Object> spec) {
    Map<String, Object> trigger = object(spec.get("trigger"));
    ImmutableSet<Mover> movers =
        Arrays.stream(Mover.values())
            .filter(mover -> spec.get(mover.field()) != null)
            .collect(ImmutableSet.toImmutableSet());
    view.sourceClaim(MetaMapping.orEmpty(text(spec.get("sourcePVC"))))
        .manualTag(text(trigger.get("manual")))
        .schedule(text(trigger.get("schedule")))
        .paused(Boolean.TRUE.equals(spec.get("paused")))
        .movers(movers);
    if (!movers.isEmpty()) {
      Mover mover = movers.iterator().next();
      readSection(view, mover, object(spec.get(mover.field())));
    }
  }

  private static void readSection(
      SourceView.Builder view, Mover mover, Map<String, Object> section) {
    view.copyMethod(text(section.get("copyMethod")))
        .moverPodLabels(MetaMapping.strings(object(section.get("moverPodLabels"))));
    if (SECRET_FIELD.containsKey(mover)) {
      view.secretName(text(section.get(SECRET_FIELD.get(mover))));
    }
    if (object(section.get("moverSecurityContext")).get("fsGroup") instanceof Number fsGroup) {
      view.moverFsGroup(fsGroup.longValue());
    }
  }

  private static void readStatus(SourceView.Builder view, Map<String, Object> status) {
    Map<String, Object> mover = object(status.get("latestMoverStatus"));
    view.lastSyncTime(MetaMapping.instant(text(status.get("lastSyncTime"))))
        .lastSyncStartTime(MetaMapping.instant(text(status.get("lastSyncStartTime"))))
        .lastManualSync(text(status.get("lastManualSync")))
        .moverResult(text(mover.get("result")))
        .moverLogs(text(mover.get("logs")));
    for (Object condition : list(status.get("conditions"))) {
      Map<String, Object> fields = object(condition);
      if ("Synchronizing".equals(fields.get("type"))) {
        view.synchronizingReason(text(fields.get("reason")))
            .synchronizingMessage(text(fields.get("message")));
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : ImmutableMap.of();
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : ImmutableList.of();
  }

  /** An empty string stands for an absent one: VolSync's fields are all {@code omitempty}. */
  private static @Nullable String text(@Nullable Object value) {
    return value == null || value.toString().isEmpty() ? null : value.toString();
  }
}
