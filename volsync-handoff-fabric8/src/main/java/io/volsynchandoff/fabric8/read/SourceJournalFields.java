// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import io.volsynchandoff.core.journal.SourceJournal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A source's journal as JSON fields (design §5.4). */
final class SourceJournalFields {
  private static final String ARMED = "armed";
  private static final String CLAIM_UID = "claimUid";
  private static final String ORIGINAL_CLAIM = "originalClaim";
  private static final String ORIGINAL_COPY_METHOD = "originalCopyMethod";
  private static final String ORIGINAL_MANUAL_TAG = "originalManualTag";
  private static final String ORIGINAL_MOVER_POD_LABELS = "originalMoverPodLabels";
  private static final String ORIGINAL_PAUSED = "originalPaused";
  private static final String ORIGINAL_SCHEDULE = "originalSchedule";
  private static final String ORIGINAL_SPEC = "originalSpec";

  private SourceJournalFields() {}

  static Map<String, Object> write(SourceJournal journal) {
    Map<String, Object> fields = new LinkedHashMap<>();
    CodecFields.writeVersion(fields);
    fields.put(CLAIM_UID, journal.claimUid());
    fields.put(CodecFields.SOURCE_UID, journal.sourceUid());
    fields.put(ORIGINAL_CLAIM, journal.originalClaim());
    CodecFields.putIfPresent(fields, ORIGINAL_MANUAL_TAG, journal.originalManualTag());
    CodecFields.putIfPresent(fields, ORIGINAL_SCHEDULE, journal.originalSchedule());
    fields.put(ORIGINAL_PAUSED, journal.originalPaused());
    CodecFields.putIfPresent(fields, ORIGINAL_COPY_METHOD, journal.originalCopyMethod());
    fields.put(ORIGINAL_MOVER_POD_LABELS, journal.originalMoverPodLabels());
    fields.put(ORIGINAL_SPEC, CodecFields.writeSpec(journal.originalSpec()));
    SourceJournal.Armed armed = journal.armed();
    CodecFields.putIfPresent(fields, ARMED, armed == null ? null : writeArmed(armed));
    return fields;
  }

  static SourceJournal read(StrictFields fields) {
    CodecFields.readVersion(fields);
    return SourceJournal.builder()
        .claimUid(fields.text(CLAIM_UID))
        .sourceUid(fields.text(CodecFields.SOURCE_UID))
        .originalClaim(fields.text(ORIGINAL_CLAIM))
        .originalManualTag(fields.optionalText(ORIGINAL_MANUAL_TAG))
        .originalSchedule(fields.optionalText(ORIGINAL_SCHEDULE))
        .originalPaused(fields.flag(ORIGINAL_PAUSED))
        .originalCopyMethod(fields.optionalText(ORIGINAL_COPY_METHOD))
        .originalMoverPodLabels(fields.strings(ORIGINAL_MOVER_POD_LABELS))
        .originalSpec(CodecFields.readSpec(fields, ORIGINAL_SPEC))
        .armed(readArmed(fields.optionalObject(ARMED)))
        .build();
  }

  private static Map<String, Object> writeArmed(SourceJournal.Armed armed) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(CodecFields.ID, armed.id().text());
    fields.put(CodecFields.ATTEMPT, armed.attempt());
    fields.put(CodecFields.TEMPORARY_CLAIM_UID, armed.temporaryClaimUid());
    fields.put(CodecFields.GENERATION, armed.generation());
    return fields;
  }

  private static SourceJournal.@Nullable Armed readArmed(@Nullable StrictFields fields) {
    if (fields == null) {
      return null;
    }
    SourceJournal.Armed armed =
        new SourceJournal.Armed(
            CodecFields.readId(fields),
            fields.count(CodecFields.ATTEMPT, 1),
            fields.text(CodecFields.TEMPORARY_CLAIM_UID),
            fields.number(CodecFields.GENERATION, 0));
    fields.end();
    return armed;
  }
}
