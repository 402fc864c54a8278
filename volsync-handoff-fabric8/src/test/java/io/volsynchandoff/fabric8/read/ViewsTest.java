// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.storage.CSIDriverBuilder;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.SampleObjects;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViewsTest {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  @Test
  void viewsAClaim() {
    ClaimView claim = Views.claim(SampleObjects.claim());
    assertThat(claim.key()).isEqualTo(SampleObjects.CLAIM);
    assertThat(claim.phase()).isEqualTo(ClaimView.Phase.BOUND);
    assertThat(claim.request().text()).isEqualTo("5Gi");
    assertThat(claim.request().bytes()).isEqualByComparingTo("5368709120");
    assertThat(claim.spec().json()).contains("\"volumeName\":\"pv-1\"");
  }

  @Test
  void viewsAVolume() {
    VolumeView volume = Views.volume(SampleObjects.volume("pv-1"));
    assertThat(volume.claimRef()).isEqualTo(new ClaimRef(SampleObjects.CLAIM, "claim-uid"));
    assertThat(volume.policy()).isEqualTo(VolumeView.ReclaimPolicy.DELETE);
    assertThat(volume.csiDriver()).isEqualTo("csi.example.com");
    assertThat(volume.journal()).isEqualTo(Observed.absent());
    assertThat(volume.reappliedBy()).isEmpty();
  }

  /** Driver and handle alone: all else may differ between two objects for one storage. */
  @Test
  void takesTheVolumeSourceForTheHandle() {
    PersistentVolume other =
        new PersistentVolumeBuilder(SampleObjects.volume("pv-1"))
            .editMetadata()
            .withName("pv-2")
            .endMetadata()
            .editSpec()
            .withStorageClassName("slow")
            .withPersistentVolumeReclaimPolicy("Retain")
            .withMountOptions("ro")
            .withClaimRef(null)
            .editCsi()
            .withVolumeAttributes(ImmutableMap.of("a", "3"))
            .withFsType("xfs")
            .withReadOnly(true)
            .withNewNodeStageSecretRef("secret", "shop")
            .endCsi()
            .endSpec()
            .build();
    String handle = Views.volume(SampleObjects.volume("pv-1")).handle();
    assertThat(Views.volume(other).handle()).isEqualTo(handle).contains("handle-pv-1");
    assertThat(Views.volume(SampleObjects.volume("pv-3")).handle()).isNotEqualTo(handle);
  }

  @Test
  void takesTheSourceOfAnotherVolumeForTheHandleButForHowItIsMounted() {
    String handle = Views.volume(onNfs("/data", false)).handle();
    assertThat(Views.volume(onNfs("/data", true)).handle()).isEqualTo(handle).contains("/data");
    assertThat(Views.volume(onNfs("/logs", false)).handle()).isNotEqualTo(handle);
  }

  private static PersistentVolume onNfs(String path, boolean readOnly) {
    return new PersistentVolumeBuilder(SampleObjects.volume("pv-1"))
        .editSpec()
        .withCsi(null)
        .withNewNfs(path, readOnly, "nfs.example")
        .endSpec()
        .build();
  }

  @Test
  void tellsAnEmptyUidFromANamedOne() {
    PersistentVolume prebound = SampleObjects.volume("pv-1");
    prebound.getSpec().getClaimRef().setUid("");
    assertThat(Views.volume(prebound).claimRef())
        .isEqualTo(new ClaimRef(SampleObjects.CLAIM, null));
  }

  @Test
  void cannotReadAJournalThatIsNone() {
    PersistentVolume volume = SampleObjects.volume("pv-1");
    volume.getMetadata().setAnnotations(ImmutableMap.of(HandoffNames.JOURNAL, "{}"));
    assertThat(Views.volume(volume).journal().isUnknown()).isTrue();
  }

  @Test
  void namesWhoReappliesAVolume() {
    PersistentVolume volume = SampleObjects.volume("pv-1");
    volume
        .getMetadata()
        .setManagedFields(
            List.of(
                entry("argocd", "Apply", "f:claimRef"),
                entry("flux", "Apply", "f:persistentVolumeReclaimPolicy"),
                entry("csi-provisioner", "Update", "f:claimRef"),
                entry("labeller", "Apply", "f:storageClassName"),
                entry(ApiNames.FIELD_MANAGER, "Apply", "f:claimRef")));
    assertThat(Views.volume(volume).reappliedBy()).containsExactlyInAnyOrder("argocd", "flux");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"spec\":{\"claimRef\":{\"name\":\"data\"}}}|true",
        "{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Delete\"}}|true",
        "{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Retain\"}}|false",
        "{\"spec\":{\"storageClassName\":\"fast\"}}|false",
        "no manifest|true"
      })
  void readsWhatKubectlAppliedLast(String manifest, boolean reapplied) {
    PersistentVolume volume = SampleObjects.volume("pv-1");
    volume.getMetadata().setAnnotations(ImmutableMap.of(LAST_APPLIED, manifest));
    assertThat(Views.volume(volume).reappliedBy().contains("last-applied")).isEqualTo(reapplied);
    assertThat(Views.volume(volume).meta().annotations()).doesNotContainKey(LAST_APPLIED);
  }

  @Test
  void namesTheManagerThatWroteTheSpecLast() {
    GenericKubernetesResource source = SampleObjects.source();
    ManagedFieldsEntry status = entry("volsync", "Update", "f:x");
    status.setSubresource("status");
    status.setTime("2026-01-03T00:00:00Z");
    source.getMetadata().setManagedFields(List.of(entry("argocd", "Apply", "f:sourcePVC"), status));
    assertThat(Views.source(source).meta().lastManager()).isEqualTo("argocd");
  }

  @Test
  void viewsASource() {
    SourceView source = Views.source(SampleObjects.source());
    assertThat(source.sourceClaim()).isEqualTo("data");
    assertThat(source.movers()).containsExactly(Mover.RSYNC_TLS);
    assertThat(source.secretName()).isEqualTo("psk");
    assertThat(source.copyMethod()).isEqualTo("Snapshot");
    assertThat(source.moverFsGroup()).isEqualTo(1000);
    assertThat(source.schedule()).isEqualTo("*/5 * * * *");
    assertThat(source.isSyncing()).isFalse();
    assertThat(source.debugMover()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "rsyncTLS, keySecret",
    "rsync, sshKeys",
    "rclone, rcloneConfig",
    "restic, repository"
  })
  void knowsTheSecretOfEveryMover(String section, String field) {
    GenericKubernetesResource source = SampleObjects.source();
    source.setAdditionalProperty(
        "spec", ImmutableMap.of(section, ImmutableMap.of(field, "its-secret")));
    assertThat(Views.source(source).secretName()).isEqualTo("its-secret");
  }

  @Test
  void viewsTheStatusOfASource() {
    GenericKubernetesResource source = SampleObjects.source();
    source.getMetadata().setAnnotations(ImmutableMap.of(HandoffNames.DEBUG_MOVER, ""));
    source.setAdditionalProperty(
        "status",
        ImmutableMap.of(
            "lastSyncTime", "2026-01-02T03:04:05Z",
            "lastSyncStartTime", "2026-01-02T03:05:00Z",
            "lastManualSync", "",
            "latestMoverStatus", ImmutableMap.of("result", "Failed", "logs", "no route"),
            "conditions",
                List.of(
                    ImmutableMap.of(
                        "type", "Synchronizing",
                        "status", "True",
                        "reason", "SyncInProgress",
                        "message", "busy"))));
    SourceView view = Views.source(source);
    assertThat(view.lastSyncTime()).isEqualTo(Instant.parse("2026-01-02T03:04:05Z"));
    assertThat(view.isSyncing()).isTrue();
    assertThat(view.lastManualSync()).isNull();
    assertThat(view.moverResult()).isEqualTo("Failed");
    assertThat(view.moverLogs()).isEqualTo("no route");
    assertThat(view.synchronizingReason()).isEqualTo("SyncInProgress");
    assertThat(view.synchronizingMessage()).isEqualTo("busy");
    assertThat(view.debugMover()).isTrue();
  }

  /** Taken for "no sync in flight" it could let a sync be missed. */
  @Test
  void refusesATimeThatIsNone() {
    GenericKubernetesResource source = SampleObjects.source();
    source.setAdditionalProperty("status", ImmutableMap.of("lastSyncStartTime", "soon"));
    assertThatThrownBy(() -> Views.source(source)).isInstanceOf(DateTimeException.class);
  }

  @Test
  void viewsAPodByTheClaimsThatItNames() {
    PodView pod = Views.pod(pod());
    assertThat(pod.claims()).containsExactlyInAnyOrder("data", "web-0-scratch");
    assertThat(pod.node()).isEqualTo("node-1");
    assertThat(pod.terminated()).isFalse();
    assertThat(Views.matters(pod)).isTrue();
    assertThat(Views.isMover(pod)).isFalse();
  }

  @Test
  void caresForNoPodButThoseWithClaimsAndMovers() {
    Pod idle =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("shop")
            .withName("idle")
            .endMetadata()
            .withNewStatus()
            .withPhase("Failed")
            .endStatus()
            .build();
    assertThat(Views.matters(Views.pod(idle))).isFalse();
    assertThat(Views.pod(idle).terminated()).isTrue();
    idle.getMetadata().setLabels(ImmutableMap.of("app.kubernetes.io/created-by", "volsync"));
    assertThat(Views.matters(Views.pod(idle))).isTrue();
  }

  @Test
  void viewsJobsNodesAndDrivers() {
    Job job =
        new JobBuilder()
            .withNewMetadata()
            .withName("mover")
            .addNewOwnerReference()
            .withKind("ReplicationSource")
            .withUid("source-uid")
            .endOwnerReference()
            .endMetadata()
            .withNewStatus()
            .addNewCondition()
            .withType("Complete")
            .withStatus("True")
            .endCondition()
            .endStatus()
            .build();
    assertThat(Views.job(job).completed()).isTrue();
    assertThat(Views.matters(Views.job(job))).isTrue();
    NodeBuilder node =
        new NodeBuilder()
            .withNewMetadata()
            .withName("node-1")
            .endMetadata()
            .withNewSpec()
            .addNewTaint()
            .withKey("node.kubernetes.io/out-of-service")
            .endTaint()
            .endSpec();
    assertThat(Views.node(node.build())).isEqualTo(new NodeView("node-1", false, true));
    CSIDriverBuilder driver = new CSIDriverBuilder().withNewMetadata().withName("d").endMetadata();
    assertThat(Views.csiDriver(driver.build()).attachRequired()).isTrue();
    assertThat(
            Views.csiDriver(driver.withNewSpec().withAttachRequired(false).endSpec().build())
                .attachRequired())
        .isFalse();
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName("web-0")
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-1")
        .addNewVolume()
        .withName("data")
        .withNewPersistentVolumeClaim("data", false)
        .endVolume()
        .addNewVolume()
        .withName("scratch")
        .withNewEphemeral()
        .endEphemeral()
        .endVolume()
        .addNewVolume()
        .withName("tmp")
        .withNewEmptyDir()
        .endEmptyDir()
        .endVolume()
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }

  private static ManagedFieldsEntry entry(String manager, String operation, String field) {
    FieldsV1 fields = new FieldsV1();
    fields.setAdditionalProperty("f:spec", ImmutableMap.of(field, ImmutableMap.of()));
    return new ManagedFieldsEntryBuilder()
        .withManager(manager)
        .withOperation(operation)
        .withTime("2026-01-02T00:00:00Z")
        .withFieldsV1(fields)
        .build();
  }
}
