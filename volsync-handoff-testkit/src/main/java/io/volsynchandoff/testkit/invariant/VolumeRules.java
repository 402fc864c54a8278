// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import org.jspecify.annotations.Nullable;

/** Rules 1, 2, 3 and 7 for volumes, after every write of ours. */
final class VolumeRules {
  private VolumeRules() {}

  static void check(Findings findings) {
    ClusterState before = findings.entry().before();
    ClusterState after = findings.entry().after();
    for (VolumeView old : before.all(Kinds.VOLUMES).values()) {
      VolumeView volume = after.volume(old.meta().name());
      findings.require(volume != null, "7: volumes are never deleted", old.meta().name());
      if (volume != null && !volume.equals(old)) {
        checkWritten(findings, old, volume);
      }
    }
    if (findings.entry().action() instanceof MemberAction action) {
      checkRetained(findings, action);
    }
  }

  private static void checkWritten(Findings findings, VolumeView old, VolumeView volume) {
    String name = volume.meta().name();
    VolumeJournal journal = Volumes.journal(volume);
    boolean restored = journal != null && journal.ending() == VolumeJournal.Ending.RESTORED;
    findings.require(
        journal == null || restored || volume.policy() == ReclaimPolicy.RETAIN,
        "1: a volume in our care is on Retain",
        name + " is on " + volume.policy());
    ClaimRef ref = volume.claimRef();
    findings.require(ref != null, "2: claimRef is never nil", name);
    findings.require(
        old.claimRef() == null || volume.claimRef() == null || mayName(old, volume),
        "2: a new claimRef is by name alone",
        name + " names " + ref);
    findings.require(
        volume.policy() != ReclaimPolicy.DELETE
            || old.policy() == ReclaimPolicy.DELETE
            || mayDelete(findings.entry().after(), ref, journal),
        "3: Delete is set only under a living claim and without a handoff",
        name + " names " + ref);
    findings.require(
        volume.meta().finalizers().equals(old.meta().finalizers())
            && volume.meta().labels().equals(old.meta().labels())
            && volume.phase() == old.phase(),
        "7: of a volume only policy, claimRef and journal are written",
        name);
  }

  private static boolean mayName(VolumeView old, VolumeView volume) {
    ClaimRef ref = volume.claimRef();
    return ref == null || ref.equals(old.claimRef()) || ref.uid() == null;
  }

  private static boolean mayDelete(
      ClusterState state, @Nullable ClaimRef ref, @Nullable VolumeJournal journal) {
    ClaimView claim = ref == null ? null : state.claim(ref.claim());
    return ref != null
        && claim != null
        && ref.isExactly(claim)
        && (journal == null || journal.handoff() == null);
  }

  /** Retain is there before P is let go or T is deleted (rule 1). */
  private static void checkRetained(Findings findings, MemberAction action) {
    ClusterState before = findings.entry().before();
    if (action instanceof MemberAction.DeleteTemporaryClaim) {
      requireRetained(findings, boundTo(before, action.target()));
    } else if (action instanceof MemberAction.ReleaseClaim) {
      ClaimKey key = action.target().key();
      VolumeView volume = Volumes.of(before, key);
      ClaimView claim = before.claim(key);
      boolean restored =
          volume != null
              && volume.journal().matches(j -> j.ending() == VolumeJournal.Ending.RESTORED);
      if (restored) {
        findings.require(
            claim == null || !claim.meta().isDeleting(),
            "1: a claim is let go under its own policy only while it is not deleting",
            key.toString());
      } else {
        requireRetained(findings, volume);
      }
    }
  }

  private static @Nullable VolumeView boundTo(ClusterState state, ObjectRef target) {
    ClaimView claim = state.claim(target.key());
    return claim == null ? null : state.volumeBoundTo(claim);
  }

  private static void requireRetained(Findings findings, @Nullable VolumeView volume) {
    findings.require(
        volume == null || volume.policy() == ReclaimPolicy.RETAIN,
        "1: Retain is observed before a claim of the volume may go",
        String.valueOf(volume));
  }
}
