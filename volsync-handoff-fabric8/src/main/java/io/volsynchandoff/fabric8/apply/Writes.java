// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
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
    return SourcePatches.of(action);
  }

  @Override
  public Write unwedgeSource(MemberAction.UnwedgeSource action) {
    return SourcePatches.of(action);
  }

  @Override
  public Write pauseSource(MemberAction.PauseSource action) {
    return SourcePatches.of(action);
  }

  @Override
  public Write armSource(MemberAction.ArmSource action) {
    return SourcePatches.of(action);
  }

  @Override
  public Write restoreSource(MemberAction.RestoreSource action) {
    return SourcePatches.of(action);
  }

  @Override
  public Write deleteSource(MemberAction.DeleteSource action) {
    return Patches.delete(
        WrittenKind.SOURCE,
        action.target(),
        ImmutableMap.of(
            "uid", action.target().uid(), "resourceVersion", action.target().resourceVersion()));
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
