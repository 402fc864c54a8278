// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.action.TemporaryClaim;
import io.volsynchandoff.core.journal.ClaimRecord;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.StorageSize;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.math.BigDecimal;
import java.time.Duration;

/** The objects of a {@link SceneMember}, as the cluster's own controllers would have left them. */
final class SampleObjects {
  static final String PVC_PROTECTION = "kubernetes.io/pvc-protection";
  static final StorageSize TEN = new StorageSize("10Gi", BigDecimal.valueOf(10L << 30));
  static final StorageSize TWELVE = new StorageSize("12Gi", BigDecimal.valueOf(12L << 30));

  private SampleObjects() {}

  static Meta.Builder meta(ClaimKey key, String uid, String version) {
    return Meta.builder()
        .namespace(key.namespace())
        .name(key.name())
        .uid(uid)
        .resourceVersion(version);
  }

  static ClaimView claim(SceneMember m) {
    return ClaimView.builder()
        .meta(
            meta(m.key, m.claimUid(), "11")
                .putLabels("app", "shop")
                .putAnnotations("pv.kubernetes.io/bind-completed", "yes")
                .addFinalizers(PVC_PROTECTION)
                .build())
        .phase(ClaimView.Phase.BOUND)
        .volumeName(m.volumeName())
        .storageClass("fast")
        .addAccessModes("ReadWriteOnce")
        .request(TEN)
        .spec(new OpaqueSpec("{\"of\":\"" + m.key.name() + "\"}"))
        .build();
  }

  static VolumeView volume(SceneMember m) {
    return VolumeView.builder()
        .meta(meta(new ClaimKey("", m.volumeName()), "uid-" + m.volumeName(), "21").build())
        .phase(VolumeView.Phase.BOUND)
        .policy(VolumeView.ReclaimPolicy.DELETE)
        .claimRef(new ClaimRef(m.key, m.claimUid()))
        .handle("csi.example/" + m.volumeName())
        .capacity(TWELVE)
        .addAccessModes("ReadWriteOnce")
        .storageClass("fast")
        .csiDriver("csi.example")
        .build();
  }

  static SourceView source(SceneMember m) {
    return SourceView.builder()
        .meta(meta(m.key, m.sourceUid(), "31").generation(1).putLabels("app", "shop").build())
        .sourceClaim(m.key.name())
        .schedule("*/5 * * * *")
        .addMovers(Mover.RSYNC_TLS)
        .copyMethod("Snapshot")
        .secretName(m.secretKey().name())
        .lastSyncTime(Scene.NOW.minus(Duration.ofMinutes(4)))
        .synchronizingReason("WaitingForSchedule")
        .spec(new OpaqueSpec("{\"schedule\":\"*/5 * * * *\"}"))
        .build();
  }

  static VolumeJournal journal(SceneMember m) {
    ClaimView claim = m.theClaim();
    return VolumeJournal.builder()
        .volumeUid(m.theVolume().meta().uid())
        .group(Scene.GROUP)
        .claim(
            new ClaimRecord(
                m.key, m.claimUid(), claim.spec(), claim.meta().labels(), ImmutableMap.of()))
        .acting(VolumeJournal.Acting.PRIMARY)
        .originalPolicy(VolumeView.ReclaimPolicy.DELETE)
        .build();
  }

  static SourceJournal sourceJournal(SceneMember m) {
    SourceView source = source(m);
    return SourceJournal.builder()
        .claimUid(m.claimUid())
        .sourceUid(m.sourceUid())
        .originalClaim(source.sourceClaim())
        .originalSchedule(source.schedule())
        .originalPaused(false)
        .originalCopyMethod(source.copyMethod())
        .originalSpec(source.spec())
        .build();
  }

  static SourceJournal armedJournal(SceneMember m, long generation) {
    return SourceJournal.builder()
        .from(sourceJournal(m))
        .armed(new SourceJournal.Armed(Scene.ID, 1, m.temporaryUid(), generation))
        .build();
  }

  static TemporaryClaim wantedTemporaryClaim(SceneMember m) {
    return new TemporaryClaim(
        m.temporaryKey(),
        temporaryLabels(),
        m.volumeName(),
        "fast",
        ImmutableSortedSet.of("ReadWriteOnce"),
        "Filesystem",
        null,
        TEN);
  }

  static ImmutableMap<String, String> temporaryLabels() {
    return ImmutableMap.of(
        HandoffNames.TEMPORARY_CLAIM_LABEL, "true", HandoffNames.HANDOFF_LABEL, Scene.ID.text());
  }

  static ClaimView temporaryClaim(SceneMember m) {
    return ClaimView.builder()
        .from(claim(m))
        .meta(meta(m.temporaryKey(), m.temporaryUid(), "41").labels(temporaryLabels()).build())
        .build();
  }

  static ImmutableList<Rehearsal> passedRehearsals(SceneMember m) {
    MemberAction create = new MemberAction.CreateTemporaryClaim(wantedTemporaryClaim(m));
    return ImmutableList.of(passed(create), passed(arming(m, "")));
  }

  private static Rehearsal passed(MemberAction action) {
    return new Rehearsal(action, Rehearsal.Answer.PASSED, "", true);
  }

  /** The arming write for the source as it is now. */
  static MemberAction.ArmSource arming(SceneMember m, String temporaryUid) {
    SourceView source = m.theSource();
    SourceJournal journal =
        SourceJournal.builder()
            .from(sourceJournal(m))
            .armed(
                new SourceJournal.Armed(Scene.ID, 1, temporaryUid, source.meta().generation() + 1))
            .build();
    return new MemberAction.ArmSource(
        source.meta().ref(),
        Mover.RSYNC_TLS,
        m.temporaryKey().name(),
        Scene.TAG,
        ImmutableMap.of(HandoffNames.HANDOFF_LABEL, Scene.TAG),
        journal);
  }

  static Proof proof(SceneMember m) {
    SourceView source = m.theSource();
    return new Proof(
        Scene.TAG,
        m.temporaryUid(),
        source.meta().name(),
        m.sourceUid(),
        source.meta().labels(),
        source.spec(),
        source.meta().generation(),
        Scene.NOW);
  }

  /** A pod of the application. */
  static PodView pod(String name, String node, ClaimKey claim) {
    return PodView.builder()
        .meta(meta(new ClaimKey(claim.namespace(), name), "uid-" + name, "51").build())
        .addClaims(claim.name())
        .node(node)
        .build();
  }

  /** The Job that VolSync runs for the source. */
  static JobView moverJob(SceneMember m) {
    ClaimKey key = new ClaimKey(m.key.namespace(), "volsync-rsync-tls-src-" + m.key.name());
    return JobView.builder()
        .meta(meta(key, "uid-job-" + m.key.name(), "61").addOwners(ownedBySource(m)).build())
        .build();
  }

  static OwnerView ownedBySource(SceneMember m) {
    return new OwnerView(
        "volsync.backube/v1alpha1", "ReplicationSource", m.key.name(), m.sourceUid(), true, true);
  }

  /** The pod of that Job, on T and under the final tag. */
  static PodView moverPod(SceneMember m) {
    ClaimKey key = new ClaimKey(m.key.namespace(), "mover-" + m.key.name());
    JobView job = moverJob(m);
    return PodView.builder()
        .meta(
            meta(key, "uid-" + key.name(), "62")
                .addOwners(
                    new OwnerView(
                        "batch/v1", "Job", job.meta().name(), job.meta().uid(), true, true))
                .labels(moverLabels(m))
                .build())
        .claims(ImmutableSet.of(m.temporaryKey().name()))
        .node("n2")
        .build();
  }

  static ImmutableMap<String, String> moverLabels(SceneMember m) {
    return ImmutableMap.of(
        "app.kubernetes.io/name",
        "src-" + m.key.name(),
        "app.kubernetes.io/part-of",
        "volsync",
        HandoffNames.HANDOFF_LABEL,
        Scene.TAG);
  }

  /** Another object for the storage of the member's volume. */
  static VolumeView twin(SceneMember m) {
    return VolumeView.builder()
        .from(m.theVolume())
        .meta(meta(new ClaimKey("", "pv-twin"), "uid-twin", "1").build())
        .journal(Observed.absent())
        .build();
  }
}
