// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.read.JournalCodec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request that each member action comes to. Every patch bears the resourceVersion that was
 * decided on, every delete the uid (design §7 rule 5).
 */
public final class Writes implements MemberAction.Visitor<Write> {
  private static final Writes INSTANCE = new Writes();
  private static final String DIRECT = "Direct";

  /**
   * Set by the PV controller; with it, an unbind would clear the whole claimRef (facts §6.1, §7
   * rule 2).
   */
  private static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

  private Writes() {}

  /**
   * The one request of an action.
   *
   * @throws IllegalArgumentException where a journal is too large to be written
   */
  public static Write of(MemberAction action) {
    return action.accept(INSTANCE);
  }

  @Override
  public Write protectVolume(MemberAction.ProtectVolume action) {
    return volume(
        action.target(),
        ImmutableMap.of(HandoffNames.JOURNAL, JournalCodec.write(action.journal())),
        policy(ReclaimPolicy.RETAIN));
  }

  @Override
  public Write redirectVolume(MemberAction.RedirectVolume action) {
    Map<String, Object> annotations = new LinkedHashMap<>();
    annotations.put(HandoffNames.JOURNAL, JournalCodec.write(action.journal()));
    Patches.clear(annotations, BOUND_BY_CONTROLLER);
    Map<String, Object> spec = policy(ReclaimPolicy.RETAIN);
    spec.put("claimRef", claimRef(action.to()));
    return volume(action.target(), annotations, spec);
  }

  @Override
  public Write raiseAttempt(MemberAction.RaiseAttempt action) {
    return journal(action.target(), JournalCodec.write(action.journal()));
  }

  @Override
  public Write recordProof(MemberAction.RecordProof action) {
    return journal(action.target(), JournalCodec.write(action.journal()));
  }

  @Override
  public Write endVolume(MemberAction.EndVolume action) {
    return volume(
        action.target(),
        ImmutableMap.of(HandoffNames.JOURNAL, JournalCodec.write(action.journal())),
        policy(action.policy()));
  }

  @Override
  public Write forgetVolume(MemberAction.ForgetVolume action) {
    return journal(action.target(), null);
  }

  @Override
  public Write protectClaim(MemberAction.ProtectClaim action) {
    Map<String, Object> labels = new LinkedHashMap<>();
    Patches.clear(labels, HandoffNames.REPLICA_LABEL);
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("labels", labels);
    Patches.put(metadata, "finalizers", action.finalizers());
    Patches.put(metadata, "ownerReferences", action.owners().stream().map(Writes::owner).toList());
    return Patches.patch(WrittenKind.CLAIM, action.target(), metadata, null);
  }

  @Override
  public Write releaseClaim(MemberAction.ReleaseClaim action) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    Patches.put(metadata, "finalizers", action.finalizers());
    return Patches.patch(WrittenKind.CLAIM, action.target(), metadata, null);
  }

  @Override
  public Write createTemporaryClaim(MemberAction.CreateTemporaryClaim action) {
    return new Write(
        Write.Verb.CREATE,
        WrittenKind.CLAIM,
        action.target(),
        TemporaryClaims.object(action.claim()));
  }

  @Override
  public Write deleteTemporaryClaim(MemberAction.DeleteTemporaryClaim action) {
    return Patches.delete(
        WrittenKind.CLAIM, action.target(), ImmutableMap.of("uid", action.target().uid()));
  }

  @Override
  public Write parkSource(MemberAction.ParkSource action) {
    return source(action.target(), action.journal(), parked(action.schedule()));
  }

  @Override
  public Write unwedgeSource(MemberAction.UnwedgeSource action) {
    Map<String, Object> spec = parked(action.schedule());
    spec.put("sourcePVC", action.temporaryClaim());
    spec.put(action.mover().field(), new LinkedHashMap<>(ImmutableMap.of("copyMethod", DIRECT)));
    return source(action.target(), action.journal(), spec);
  }

  @Override
  public Write pauseSource(MemberAction.PauseSource action) {
    return Patches.patch(
        WrittenKind.SOURCE,
        action.target(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(ImmutableMap.of("paused", action.paused())));
  }

  @Override
  public Write armSource(MemberAction.ArmSource action) {
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

  @Override
  public Write restoreSource(MemberAction.RestoreSource action) {
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

  @Override
  public Write deleteSource(MemberAction.DeleteSource action) {
    return Patches.delete(
        WrittenKind.SOURCE,
        action.target(),
        ImmutableMap.of(
            "uid", action.target().uid(), "resourceVersion", action.target().resourceVersion()));
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

  private static Write journal(ObjectRef target, @Nullable String journal) {
    Map<String, Object> annotations = new LinkedHashMap<>();
    Patches.put(annotations, HandoffNames.JOURNAL, journal);
    return Patches.patch(
        WrittenKind.VOLUME, target, Patches.mapOf("annotations", annotations), null);
  }

  private static Write volume(
      ObjectRef target, Map<String, ?> annotations, Map<String, Object> spec) {
    return Patches.patch(
        WrittenKind.VOLUME, target, Patches.mapOf("annotations", annotations), spec);
  }

  private static Map<String, Object> policy(ReclaimPolicy policy) {
    return Patches.mapOf("persistentVolumeReclaimPolicy", policy.text());
  }

  /** Design §7 rule 2: never nil; uid and resourceVersion cleared. */
  private static Map<String, Object> claimRef(ClaimKey claim) {
    Map<String, Object> ref = new LinkedHashMap<>();
    ref.put("apiVersion", WrittenKind.CLAIM.apiVersion());
    ref.put("kind", WrittenKind.CLAIM.kind());
    ref.put("namespace", claim.namespace());
    ref.put("name", claim.name());
    for (String field : ImmutableList.of("uid", "resourceVersion", "fieldPath")) {
      Patches.clear(ref, field);
    }
    return ref;
  }

  private static Map<String, Object> owner(OwnerView owner) {
    Map<String, Object> reference = new LinkedHashMap<>();
    reference.put("apiVersion", owner.apiVersion());
    reference.put("kind", owner.kind());
    reference.put("name", owner.name());
    reference.put("uid", owner.uid());
    reference.put("controller", owner.controller());
    reference.put("blockOwnerDeletion", owner.blockOwnerDeletion());
    return reference;
  }
}
