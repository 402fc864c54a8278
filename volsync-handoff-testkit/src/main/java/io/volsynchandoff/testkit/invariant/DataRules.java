// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** No write is lost: told from the data themselves, whoever took the step. */
final class DataRules {
  private DataRules() {}

  static void check(Findings findings) {
    ClusterState before = findings.entry().before();
    ClusterState after = findings.entry().after();
    for (VolumeView volume : Volumes.journalled(before)) {
      checkStorage(findings, volume, after);
      VolumeJournal journal = Volumes.journal(volume);
      Proof proof = Volumes.proof(volume);
      if (journal != null && proof != null && proof.equals(proofAfter(volume, after))) {
        checkProven(findings, volume, journal, proof);
      }
    }
    if (findings.entry().isAppliedWrite()
        && findings.entry().action() instanceof MemberAction.RecordProof proven) {
      checkProof(findings, after.volume(proven.target().name()));
    }
  }

  private static @Nullable Proof proofAfter(VolumeView volume, ClusterState after) {
    return Volumes.proof(after.volume(volume.meta().name()));
  }

  /** A volume that was given back with its own policy is its owner's to delete. */
  private static void checkStorage(Findings findings, VolumeView volume, ClusterState after) {
    boolean ours = volume.journal().matches(j -> j.ending() != VolumeJournal.Ending.RESTORED);
    boolean there = Volumes.content(findings.entry().before(), volume) != null;
    findings.require(
        !ours || !there || Volumes.content(after, volume) != null,
        "no storage is deleted that is protected",
        volume.meta().name());
  }

  /** From the proof on, neither the volume nor the replica changes. */
  private static void checkProven(
      Findings findings, VolumeView volume, VolumeJournal journal, Proof proof) {
    ClusterState before = findings.entry().before();
    ClusterState after = findings.entry().after();
    findings.require(
        Objects.equals(Volumes.content(before, volume), Volumes.content(after, volume)),
        "nothing is written after the proof",
        volume.meta().name() + " holds " + Volumes.content(after, volume));
    Content was = Volumes.replica(before, Volumes.sourceOf(journal, proof));
    Content is = Volumes.replica(after, Volumes.sourceOf(journal, proof));
    findings.require(
        Objects.equals(was, is),
        "nothing reaches the replica after the proof",
        was + " became " + is);
  }

  /** The proof is recorded only if every write was carried. */
  private static void checkProof(Findings findings, @Nullable VolumeView volume) {
    VolumeJournal journal = Volumes.journal(volume);
    Proof proof = Volumes.proof(volume);
    if (volume == null || journal == null || proof == null) {
      findings.require(false, "a proof is recorded in V's journal", String.valueOf(volume));
      return;
    }
    ClusterState after = findings.entry().after();
    Content wanted = Volumes.content(after, volume);
    Content carried = Volumes.replica(after, Volumes.sourceOf(journal, proof));
    findings.require(
        wanted != null && wanted.equals(carried),
        "the proof means that every write was carried",
        volume.meta().name() + " holds " + wanted + ", the replica " + carried);
  }
}
