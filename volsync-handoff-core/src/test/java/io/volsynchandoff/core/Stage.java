// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;

/**
 * Where a member of a {@link Scene} stands: what every write up to there, and everyone else's
 * answer to it, has made of the cluster.
 */
enum Stage {
  /** Primary, never seen before: policy Delete, no journal, no finalizer. */
  UNPROTECTED {
    @Override
    void enter(SceneMember m) {
      m.claim = Observed.of(SampleObjects.claim(m));
      m.volume = Observed.of(SampleObjects.volume(m));
      m.sources = Listed.of(ImmutableList.of(SampleObjects.source(m)));
    }
  },
  /** Primary, steady. */
  PROTECTED {
    @Override
    void enter(SceneMember m) {
      m.volume(
          v ->
              v.policy(VolumeView.ReclaimPolicy.RETAIN)
                  .journal(Observed.of(SampleObjects.journal(m))));
      m.claimMeta(c -> c.addFinalizers(HandoffNames.CLAIM_FINALIZER));
    }
  },
  /** Secondary asked for, nothing frozen. */
  STARTING,
  /** Frozen; nothing uses the volume, both dry runs have passed. */
  QUIESCED {
    @Override
    void enter(SceneMember m) {
      m.rehearsals.addAll(SampleObjects.passedRehearsals(m));
    }
  },
  /** The source is parked and stands still. */
  PARKED {
    @Override
    void enter(SceneMember m) {
      SourceJournal journal = SampleObjects.sourceJournal(m);
      m.source(s -> s.schedule(Scene.FAR).journal(Observed.of(journal)));
      m.sourceMeta(meta -> meta.generation(2));
    }
  },
  /** claimRef names T, which is not there; P has not noticed. */
  REDIRECTED {
    @Override
    void enter(SceneMember m) {
      HandoffRecord record =
          HandoffRecord.builder()
              .id(Scene.ID)
              .attempt(1)
              .memberCount(1)
              .sourceUid(m.sourceUid())
              .build();
      m.volume(v -> v.claimRef(m.toTemporary(null)).phase(VolumeView.Phase.AVAILABLE));
      m.journal(j -> j.handoff(record));
    }
  },
  /** T is bound, P is Lost and bears our finalizer. */
  BOUND {
    @Override
    void enter(SceneMember m) {
      m.temporaryClaim = Observed.of(SampleObjects.temporaryClaim(m));
      m.volume(v -> v.claimRef(m.toTemporary(m.temporaryUid())).phase(VolumeView.Phase.BOUND));
      m.claim(c -> c.phase(ClaimView.Phase.LOST));
    }
  },
  /** Our finalizer is off P. */
  RELEASED {
    @Override
    void enter(SceneMember m) {
      m.claimMeta(c -> c.finalizers(ImmutableList.of(SampleObjects.PVC_PROTECTION)));
    }
  },
  /** The source bears the final tag; VolSync has not seen it. P is gone. */
  ARMED {
    @Override
    void enter(SceneMember m) {
      m.claim = Observed.absent();
      m.source(
          s ->
              s.sourceClaim(m.temporaryKey().name())
                  .schedule(null)
                  .manualTag(Scene.TAG)
                  .copyMethod("Direct")
                  .moverPodLabels(ImmutableMap.of(HandoffNames.HANDOFF_LABEL, Scene.TAG))
                  .journal(Observed.of(SampleObjects.armedJournal(m, 3))));
      m.sourceMeta(meta -> meta.generation(3));
    }
  },
  /** The final sync runs: its mover holds T, and V is attached for it. */
  SYNCING {
    @Override
    void enter(SceneMember m) {
      m.source(s -> s.lastSyncStartTime(Scene.NOW).synchronizingReason("SyncInProgress"));
      m.job(SampleObjects.moverJob(m)).pod(SampleObjects.moverPod(m)).attached("n2");
    }
  },
  /** The final sync has ended and its mover is gone. */
  COMPLETED {
    @Override
    void enter(SceneMember m) {
      m.source(
          s ->
              s.lastSyncStartTime(null)
                  .lastSyncTime(Scene.NOW)
                  .lastManualSync(Scene.TAG)
                  .synchronizingReason("WaitingForManual"));
      m.jobs = Listed.none();
      m.pods = Listed.none();
      m.attachments = Listed.none();
    }
  },
  /** The proof is journalled. */
  PROVEN {
    @Override
    void enter(SceneMember m) {
      Proof proof = SampleObjects.proof(m);
      m.handoff(h -> h.proof(proof));
    }
  },
  /** The source is deleted. */
  SOURCE_GONE {
    @Override
    void enter(SceneMember m) {
      m.sources = Listed.none();
    }
  },
  /** T is gone and V is Released: the end. */
  RELINQUISHED {
    @Override
    void enter(SceneMember m) {
      m.temporaryClaim = Observed.absent();
      m.volume(v -> v.phase(VolumeView.Phase.RELEASED));
    }
  };

  /** What this stage adds to the one before. */
  void enter(SceneMember member) {}

  boolean isFrozen() {
    return compareTo(QUIESCED) >= 0;
  }

  boolean isSecondary() {
    return compareTo(STARTING) >= 0;
  }
}
