// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.fabric8.read.JournalCodec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The patches of a ReplicationSource (design §5.4). */
final class SourcePatches {
  private static final String DIRECT = "Direct";

  private SourcePatches() {}

  static Write of(MemberAction.ParkSource action) {
    return source(action.target(), action.journal(), parked(action.schedule()));
  }

  static Write of(MemberAction.UnwedgeSource action) {
    Map<String, Object> spec = parked(action.schedule());
    spec.put("sourcePVC", action.temporaryClaim());
    spec.put(action.mover().field(), new LinkedHashMap<>(ImmutableMap.of("copyMethod", DIRECT)));
    return source(action.target(), action.journal(), spec);
  }

  static Write of(MemberAction.PauseSource action) {
    return Patches.patch(
        WrittenKind.SOURCE,
        action.target(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(ImmutableMap.of("paused", action.paused())));
  }

  static Write of(MemberAction.ArmSource action) {
    Map<String, Object> trigger = new LinkedHashMap<>();
    trigger.put("manual", action.tag());
    Patches.clear(trigger, "schedule");
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("copyMethod", DIRECT);
    section.put("moverPodLabels", action.moverPodLabels());
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("sourcePVC", action.temporaryClaim());
    spec.put("trigger", trigger);
    spec.put("paused", false);
    spec.put(action.mover().field(), section);
    return source(action.target(), action.journal(), spec);
  }

  static Write of(MemberAction.RestoreSource action) {
    SourceJournal journal = action.journal();
    Map<String, Object> trigger = new LinkedHashMap<>();
    Patches.put(trigger, "manual", journal.originalManualTag());
    Patches.put(trigger, "schedule", journal.originalSchedule());
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("sourcePVC", journal.originalClaim());
    spec.put("trigger", trigger);
    spec.put("paused", journal.originalPaused());
    Mover mover = action.mover();
    if (mover != null) {
      spec.put(mover.field(), originalSection(journal));
    }
    return source(action.target(), null, spec);
  }

  /** In a merge patch, labels that arming added are cleared by what arming added alone. */
  private static Map<String, Object> originalSection(SourceJournal journal) {
    Map<String, Object> labels = new LinkedHashMap<>();
    Patches.clear(labels, HandoffNames.HANDOFF_LABEL);
    labels.putAll(journal.originalMoverPodLabels());
    Map<String, Object> section = new LinkedHashMap<>();
    Patches.put(section, "copyMethod", journal.originalCopyMethod());
    section.put("moverPodLabels", labels);
    return section;
  }

  private static Write source(
      ObjectRef target, @Nullable SourceJournal journal, Map<String, Object> spec) {
    Map<String, Object> annotations = new LinkedHashMap<>();
    Patches.put(
        annotations, HandoffNames.JOURNAL, journal == null ? null : JournalCodec.write(journal));
    return Patches.patch(
        WrittenKind.SOURCE, target, Patches.mapOf("annotations", annotations), spec);
  }

  /** Design §5.4, parking: the schedule alone, not paused, no tag. */
  private static Map<String, Object> parked(String schedule) {
    Map<String, Object> trigger = new LinkedHashMap<>();
    trigger.put("schedule", schedule);
    Patches.clear(trigger, "manual");
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("trigger", trigger);
    spec.put("paused", false);
    return spec;
  }
}
