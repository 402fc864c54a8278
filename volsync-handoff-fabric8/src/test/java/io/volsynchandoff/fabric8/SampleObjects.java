// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.TemporaryClaim;
import io.volsynchandoff.core.journal.ClaimRecord;
import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.StorageSize;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.math.BigDecimal;
import java.time.Instant;

/** One member in namespace {@code shop}: claim {@code data}, volume {@code pv-1}, source. */
public final class SampleObjects {
  public static final ClaimKey CLAIM = new ClaimKey("shop", "data");
  public static final ClaimKey TEMPORARY = HandoffNames.temporaryClaim(CLAIM);
  public static final GroupRef GROUP = new GroupRef("shop", "group", "group-uid");
  public static final HandoffId ID = new HandoffId("group-ui-7");

  private SampleObjects() {}

  public static PersistentVolumeClaim claim() {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withNamespace(CLAIM.namespace())
        .withName(CLAIM.name())
        .addToLabels("app", "shop")
        .endMetadata()
        .withNewSpec()
        .withVolumeName("pv-1")
        .withStorageClassName("fast")
        .withAccessModes("ReadWriteOnce")
        .withVolumeMode("Filesystem")
        .withNewResources()
        .addToRequests("storage", new Quantity("5Gi"))
        .endResources()
        .endSpec()
        .withNewStatus()
        .withPhase("Bound")
        .endStatus()
        .build();
  }

  public static PersistentVolume volume(String name) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withPersistentVolumeReclaimPolicy("Delete")
        .withStorageClassName("fast")
        .withAccessModes("ReadWriteOnce")
        .addToCapacity("storage", new Quantity("5Gi"))
        .withNewCsi()
        .withDriver("csi.example.com")
        .withVolumeHandle("handle-" + name)
        .addToVolumeAttributes("b", "2")
        .addToVolumeAttributes("a", "1")
        .endCsi()
        .withNewClaimRef()
        .withApiVersion("v1")
        .withKind("PersistentVolumeClaim")
        .withNamespace(CLAIM.namespace())
        .withName(CLAIM.name())
        .withUid("claim-uid")
        .withResourceVersion("17")
        .endClaimRef()
        .endSpec()
        .withNewStatus()
        .withPhase("Bound")
        .endStatus()
        .build();
  }

  public static GenericKubernetesResource source() {
    GenericKubernetesResource source = new GenericKubernetesResource();
    source.setApiVersion("volsync.backube/v1alpha1");
    source.setKind("ReplicationSource");
    source.setMetadata(new ObjectMetaBuilder().withNamespace("shop").withName("data").build());
    source.setAdditionalProperty(
        "spec",
        ImmutableMap.of(
            "sourcePVC",
            "data",
            "trigger",
            ImmutableMap.of("schedule", "*/5 * * * *"),
            "rsyncTLS",
            ImmutableMap.of(
                "address", "b.example.com",
                "copyMethod", "Snapshot",
                "keySecret", "psk",
                "moverPodLabels", ImmutableMap.of("team", "blue"),
                "moverSecurityContext", ImmutableMap.of("fsGroup", 1000))));
    return source;
  }

  public static TemporaryClaim temporaryClaim() {
    return new TemporaryClaim(
        TEMPORARY,
        ImmutableMap.of(
            HandoffNames.TEMPORARY_CLAIM_LABEL, "true", HandoffNames.HANDOFF_LABEL, ID.text()),
        "pv-1",
        "fast",
        ImmutableSortedSet.of("ReadWriteOnce"),
        "Filesystem",
        null,
        new StorageSize("5Gi", new BigDecimal("5368709120")));
  }

  public static VolumeJournal volumeJournal() {
    return VolumeJournal.builder()
        .volumeUid("volume-uid")
        .group(GROUP)
        .claim(
            new ClaimRecord(
                CLAIM,
                "claim-uid",
                new OpaqueSpec("{\"volumeName\":\"pv-1\"}"),
                ImmutableMap.of("app", "shop"),
                ImmutableMap.of("note", "quote \" and ümlaut")))
        .acting(VolumeJournal.Acting.PRIMARY)
        .originalPolicy(ReclaimPolicy.DELETE)
        .build();
  }

  /** Larger than an annotation may be. */
  public static VolumeJournal oversizedJournal() {
    ClaimRecord claim = volumeJournal().claim();
    return VolumeJournal.builder()
        .from(volumeJournal())
        .claim(
            new ClaimRecord(
                claim.key(),
                claim.uid(),
                claim.spec(),
                claim.labels(),
                ImmutableMap.of("large", "x".repeat(300_000))))
        .build();
  }

  public static VolumeJournal provenJournal() {
    return VolumeJournal.builder()
        .from(volumeJournal())
        .handoff(
            HandoffRecord.builder()
                .id(ID)
                .attempt(2)
                .memberCount(3)
                .sourceUid("source-uid")
                .sourceChanges(1)
                .proof(
                    new Proof(
                        ID.tag(2),
                        "temporary-uid",
                        "data",
                        "source-uid",
                        ImmutableMap.of("l", "m"),
                        new OpaqueSpec("{\"paused\":false,\"sourcePVC\":\"data\"}"),
                        5,
                        Instant.parse("2026-01-02T03:04:05Z")))
                .build())
        .ending(VolumeJournal.Ending.GIVEN_UP)
        .build();
  }

  public static SourceJournal sourceJournal() {
    return SourceJournal.builder()
        .claimUid("claim-uid")
        .sourceUid("source-uid")
        .originalClaim("data")
        .originalSchedule("*/5 * * * *")
        .originalPaused(false)
        .originalCopyMethod("Snapshot")
        .originalMoverPodLabels(ImmutableMap.of("team", "blue"))
        .originalSpec(new OpaqueSpec("{\"sourcePVC\":\"data\"}"))
        .armed(new SourceJournal.Armed(ID, 1, "temporary-uid", 3))
        .build();
  }
}
