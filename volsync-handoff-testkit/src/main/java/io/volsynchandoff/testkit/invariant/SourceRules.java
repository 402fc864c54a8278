// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.MemberAction.ArmSource;
import io.volsynchandoff.core.action.MemberAction.DeleteSource;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
    ClaimKey temporary = new ClaimKey(arming.target().namespace(), arming.temporaryClaim());
    ClaimView claim = before.claim(temporary);
    VolumeView volume = claim == null ? null : before.volumeBoundTo(claim);
    findings.require(
        claim != null && volume != null && claim.isBoundTo(volume),
        "T is bound to V by uid before the final tag",
        temporary.toString());
    for (GroupObject group : before.all(Kinds.GROUPS).values()) {
      Freeze freeze = group.freeze().orNull();
      if (freeze != null && freeze.id().attemptOf(arming.tag()) > 0) {
        freeze.members().forEach(member -> checkFenced(findings, member));
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

  private static boolean isAt(VolumeView volume, ClaimKey claim) {
    ClaimRef ref = volume.claimRef();
    return ref != null && ref.names(claim);
  }

  /** A proof is journalled, or the volume is given up, before its source goes. */
  private static void checkDeletion(Findings findings, String uid) {
    findings.require(
        Volumes.journalled(findings.entry().before()).stream()
            .anyMatch(volume -> mayLose(volume, uid)),
        "the proof is journalled before the source is deleted",
        uid);
  }

  private static boolean mayLose(VolumeView volume, String sourceUid) {
    @Nullable VolumeJournal journal = Volumes.journal(volume);
    var proof = Volumes.proof(volume);
    return journal != null
        && (journal.ending() == VolumeJournal.Ending.GIVEN_UP
            || (proof != null && proof.sourceUid().equals(sourceUid)));
  }
}
