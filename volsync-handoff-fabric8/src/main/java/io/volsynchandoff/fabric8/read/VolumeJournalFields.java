// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import io.volsynchandoff.core.journal.ClaimRecord;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A volume's journal as JSON fields (design §2). */
final class VolumeJournalFields {
  private static final String ACTING = "acting";
  private static final String ANNOTATIONS = "annotations";
  private static final String CLAIM = "claim";
  private static final String ENDING = "ending";
  private static final String GROUP = "group";
  private static final String HANDOFF = "handoff";
  private static final String LAST_SYNC_TIME = "lastSyncTime";
  private static final String ORIGINAL_POLICY = "originalPolicy";
  private static final String PROOF = "proof";
  private static final String SOURCE_CHANGES = "sourceChanges";
  private static final String SOURCE_LABELS = "sourceLabels";
  private static final String SOURCE_NAME = "sourceName";
  private static final String SOURCE_SPEC = "sourceSpec";
  private static final String TAG = "tag";
  private static final String VOLUME_UID = "volumeUid";

  private VolumeJournalFields() {}

  static Map<String, Object> write(VolumeJournal journal) {
    Map<String, Object> fields = new LinkedHashMap<>();
    CodecFields.writeVersion(fields);
    fields.put(VOLUME_UID, journal.volumeUid());
    fields.put(GROUP, writeGroup(journal.group()));
    fields.put(CLAIM, writeClaim(journal.claim()));
    fields.put(ACTING, CodecFields.word(journal.acting()));
    fields.put(ORIGINAL_POLICY, CodecFields.word(journal.originalPolicy()));
    HandoffRecord handoff = journal.handoff();
    CodecFields.putIfPresent(fields, HANDOFF, handoff == null ? null : writeHandoff(handoff));
    VolumeJournal.Ending ending = journal.ending();
    CodecFields.putIfPresent(fields, ENDING, ending == null ? null : CodecFields.word(ending));
    return fields;
  }

  static VolumeJournal read(StrictFields fields) {
    CodecFields.readVersion(fields);
    return VolumeJournal.builder()
        .volumeUid(fields.text(VOLUME_UID))
        .group(readGroup(fields.object(GROUP)))
        .claim(readClaim(fields.object(CLAIM)))
        .acting(CodecFields.fromWord(VolumeJournal.Acting.class, ACTING, fields.text(ACTING)))
        .originalPolicy(
            CodecFields.fromWord(
                VolumeView.ReclaimPolicy.class, ORIGINAL_POLICY, fields.text(ORIGINAL_POLICY)))
        .handoff(readHandoff(fields.optionalObject(HANDOFF)))
        .ending(readEnding(fields.optionalText(ENDING)))
        .build();
  }

  private static VolumeJournal.@Nullable Ending readEnding(@Nullable String word) {
    return word == null ? null : CodecFields.fromWord(VolumeJournal.Ending.class, ENDING, word);
  }

  private static Map<String, Object> writeGroup(GroupRef group) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(CodecFields.NAMESPACE, group.namespace());
    fields.put(CodecFields.NAME, group.name());
    fields.put(CodecFields.UID, group.uid());
    return fields;
  }

  private static GroupRef readGroup(StrictFields fields) {
    GroupRef group =
        new GroupRef(
            fields.text(CodecFields.NAMESPACE),
            fields.text(CodecFields.NAME),
            fields.text(CodecFields.UID));
    fields.end();
    return group;
  }

  private static Map<String, Object> writeClaim(ClaimRecord claim) {
    Map<String, Object> fields = new LinkedHashMap<>();
    CodecFields.writeClaim(fields, claim.key());
    fields.put(CodecFields.UID, claim.uid());
    fields.put(CodecFields.SPEC, CodecFields.writeSpec(claim.spec()));
    fields.put(CodecFields.LABELS, claim.labels());
    fields.put(ANNOTATIONS, claim.annotations());
    return fields;
  }

  private static ClaimRecord readClaim(StrictFields fields) {
    ClaimRecord claim =
        new ClaimRecord(
            CodecFields.readClaim(fields),
            fields.text(CodecFields.UID),
            CodecFields.readSpec(fields, CodecFields.SPEC),
            fields.strings(CodecFields.LABELS),
            fields.strings(ANNOTATIONS));
    fields.end();
    return claim;
  }

  private static Map<String, Object> writeHandoff(HandoffRecord handoff) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(CodecFields.ID, handoff.id().text());
    fields.put(CodecFields.ATTEMPT, handoff.attempt());
    fields.put(CodecFields.MEMBERS, handoff.memberCount());
    fields.put(CodecFields.SOURCE_UID, handoff.sourceUid());
    fields.put(SOURCE_CHANGES, handoff.sourceChanges());
    Proof proof = handoff.proof();
    CodecFields.putIfPresent(fields, PROOF, proof == null ? null : writeProof(proof));
    return fields;
  }

  private static @Nullable HandoffRecord readHandoff(@Nullable StrictFields fields) {
    if (fields == null) {
      return null;
    }
    HandoffRecord handoff =
        HandoffRecord.builder()
            .id(CodecFields.readId(fields))
            .attempt(fields.count(CodecFields.ATTEMPT, 1))
            .memberCount(fields.count(CodecFields.MEMBERS, 1))
            .sourceUid(fields.text(CodecFields.SOURCE_UID))
            .sourceChanges(fields.count(SOURCE_CHANGES, 0))
            .proof(readProof(fields.optionalObject(PROOF)))
            .build();
    fields.end();
    return handoff;
  }

  private static Map<String, Object> writeProof(Proof proof) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(TAG, proof.tag());
    fields.put(CodecFields.TEMPORARY_CLAIM_UID, proof.temporaryClaimUid());
    fields.put(SOURCE_NAME, proof.sourceName());
    fields.put(CodecFields.SOURCE_UID, proof.sourceUid());
    fields.put(SOURCE_LABELS, proof.sourceLabels());
    fields.put(SOURCE_SPEC, CodecFields.writeSpec(proof.sourceSpec()));
    fields.put(CodecFields.GENERATION, proof.generation());
    fields.put(LAST_SYNC_TIME, proof.lastSyncTime().toString());
    return fields;
  }

  private static @Nullable Proof readProof(@Nullable StrictFields fields) {
    if (fields == null) {
      return null;
    }
    Proof proof =
        new Proof(
            fields.text(TAG),
            fields.text(CodecFields.TEMPORARY_CLAIM_UID),
            fields.text(SOURCE_NAME),
            fields.text(CodecFields.SOURCE_UID),
            fields.strings(SOURCE_LABELS),
            CodecFields.readSpec(fields, SOURCE_SPEC),
            fields.number(CodecFields.GENERATION, 0),
            fields.time(LAST_SYNC_TIME));
    fields.end();
    return proof;
  }
}
