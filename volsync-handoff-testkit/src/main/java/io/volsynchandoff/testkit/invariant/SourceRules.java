// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.MemberAction.ArmSource;
import io.volsynchandoff.core.action.MemberAction.DeleteSource;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Objects;

/** When a source may be armed or deleted (design §5.3 steps 6, 7 and 10, §5.4). */
final class SourceRules {
  private SourceRules() {}

  static void check(Findings findings) {
    if (findings.entry().action() instanceof ArmSource arming) {
      checkArming(findings, arming);
    }
    if (findings.entry().action() instanceof DeleteSource deletion) {
      checkDeletion(findings, deletion.target().uid());
    }
  }

  private static void checkArming(Findings findings, ArmSource arming) {
    ClusterState before = findings.entry().before();
    SourceView source = Objects.requireNonNull(before.source(arming.target().key()));
    findings.require(!source.isSyncing(), "a source is armed at rest", arming.tag());
    findings.require(
        !arming.tag().equals(source.lastManualSync()) && !arming.tag().equals(source.manualTag()),
        "a tag is never used twice",
        arming.tag());
    for (GroupObject group : before.all(Kinds.GROUPS).values()) {
      Freeze freeze = group.freeze().orNull();
      if (freeze != null && freeze.id().attemptOf(arming.tag()) > 0) {
        freeze.members().forEach(member -> checkFenced(findings, member));
        findings.require(
            freeze.members().stream().anyMatch(member -> isBound(before, member, arming)),
            "T is bound to V by uid before the final tag",
            arming.tag());
      }
    }
  }

  /** The barrier: no member of the group is armed before all are fenced. */
  private static void checkFenced(Findings findings, FrozenMember member) {
    ClusterState before = findings.entry().before();
    VolumeView volume = before.volume(member.volume());
    findings.require(
        volume != null && isAt(volume, HandoffNames.temporaryClaim(member.claim())),
        "every member is redirected before one is armed",
        member.claim().toString());
    findings.require(
        volume == null || !Volumes.isInHands(before, volume),
        "no application has hands on a member when one is armed",
        member.claim().toString());
  }

  /** T itself may have gone since it was looked at; V keeps its uid. */
  private static boolean isBound(ClusterState state, FrozenMember member, ArmSource arming) {
    VolumeView volume = state.volume(member.volume());
    ClaimRef ref = volume == null ? null : volume.claimRef();
    SourceJournal.Armed armed = arming.journal().armed();
    return ref != null
        && armed != null
        && ref.claim().name().equals(arming.temporaryClaim())
        && armed.temporaryClaimUid().equals(ref.uid());
  }

  private static boolean isAt(VolumeView volume, ClaimKey claim) {
    ClaimRef ref = volume.claimRef();
    return ref != null && ref.names(claim);
  }

  /**
   * A source goes when the proof is journalled or the volume is given up. A proof may just have
   * been voided because T went; then the other side has every write all the same.
   */
  private static void checkDeletion(Findings findings, String uid) {
    ClusterState before = findings.entry().before();
    findings.require(
        Volumes.journalled(before).stream().anyMatch(volume -> mayLose(before, volume, uid)),
        "the proof is journalled before the source is deleted",
        uid);
  }

  private static boolean mayLose(ClusterState state, VolumeView volume, String sourceUid) {
    VolumeJournal journal = Volumes.journal(volume);
    HandoffRecord handoff = journal == null ? null : journal.handoff();
    if (journal == null || handoff == null || !handoff.sourceUid().equals(sourceUid)) {
      return journal != null && journal.ending() == VolumeJournal.Ending.GIVEN_UP;
    }
    Content content = Volumes.content(state, volume);
    return handoff.proof() != null
        || journal.ending() == VolumeJournal.Ending.GIVEN_UP
        || (content != null && state.truth().replicas().containsValue(content));
  }
}
