// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.storage.CSIDriverBuilder;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachmentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.SampleObjects;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.fabric8.played.ServedRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InformerReadsTest {
  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("test");
  private final Queue<ReadChange> changes = new ConcurrentLinkedQueue<>();
  private InformerReads reads = watching(Scope.allNamespaces());

  @AfterEach
  void stop() {
    reads.close();
    client.close();
    server.close();
  }

  private InformerReads watching(Scope scope) {
    return new InformerReads(client, scope, InstantSource.system(), changes::add);
  }

  private void start() {
    assertThat(reads.start()).succeedsWithin(Duration.ofSeconds(10));
  }

  @Test
  void knowsNothingBeforeItHasListed() {
    assertThat(reads.claims("shop").why())
        .isEqualTo("persistentvolumeclaims in all namespaces was not listed yet");
    assertThat(reads.volume("pv-1").isUnknown()).isTrue();
  }

  @Test
  void knowsWhatWasThereBeforeItStarted() {
    create(SampleObjects.claim());
    create(SampleObjects.volume("pv-1"));
    create(SampleObjects.source());
    create(pod("web-0", "data"));
    start();
    assertThat(reads.claim(SampleObjects.CLAIM).isPresent()).isTrue();
    assertThat(reads.claim(new ClaimKey("shop", "other"))).isEqualTo(Observed.absent());
    assertThat(reads.claims("shop").known()).hasSize(1);
    assertThat(reads.claims("elsewhere")).isEqualTo(Listed.none());
    assertThat(reads.volumes().known()).hasSize(1);
    assertThat(reads.sources("shop").known()).hasSize(1);
    assertThat(reads.sourcesOf(SampleObjects.CLAIM).known()).hasSize(1);
    assertThat(reads.podsOf(SampleObjects.CLAIM).known()).hasSize(1);
    assertThat(reads.jobs("shop")).isEqualTo(Listed.none());
  }

  @Test
  void listsInPagesAndWatchesFromThenOn() {
    start();
    server.forgetRequests();
    create(SampleObjects.claim());
    await().until(() -> reads.claim(SampleObjects.CLAIM).isPresent());
    assertThat(server.requests()).allMatch(it -> it.isWatch() || it.isWrite());
    reads.close();
    reads = watching(Scope.allNamespaces());
    server.forgetRequests();
    start();
    assertThat(server.requests().stream().filter(ServedRequest::isList))
        .hasSize(9)
        .allMatch(it -> it.query().contains("limit=500"));
  }

  @Test
  void indexesVolumesByHandleClaimAndGroup() {
    var volume = SampleObjects.volume("pv-1");
    volume
        .getMetadata()
        .setAnnotations(
            ImmutableMap.of(
                HandoffNames.JOURNAL, JournalCodec.write(SampleObjects.volumeJournal())));
    create(volume);
    create(SampleObjects.volume("pv-2"));
    start();
    String handle = Views.volume(volume).handle();
    assertThat(names(reads.volumesOfHandle(handle))).containsExactly("pv-1");
    assertThat(names(reads.volumesOfClaim(SampleObjects.CLAIM))).containsExactly("pv-1");
    assertThat(names(reads.volumesOfGroup(SampleObjects.GROUP))).containsExactly("pv-1");
    client.persistentVolumes().withName("pv-1").delete();
    await().until(() -> reads.volumesOfGroup(SampleObjects.GROUP).known().isEmpty());
    assertThat(reads.volumesOfHandle(handle)).isEqualTo(Listed.none());
  }

  @Test
  void keepsOfPodsWhatMattersAndForgetsThemWhenTheyGo() {
    start();
    create(pod("idle", null));
    create(pod("web-0", "data"));
    Pod mover = pod("mover", "data-handoff");
    mover.getMetadata().setLabels(ImmutableMap.of("app.kubernetes.io/created-by", "volsync"));
    create(mover);
    await().until(() -> reads.pods("shop").known().size() == 2);
    assertThat(reads.podsOf(SampleObjects.CLAIM).known())
        .extracting(pod -> pod.meta().name())
        .containsExactly("web-0");
    assertThat(reads.moverPods("shop").known())
        .extracting(pod -> pod.meta().name())
        .containsExactly("mover");
    client.pods().inNamespace("shop").withName("web-0").withGracePeriod(0).delete();
    await().until(() -> reads.podsOf(SampleObjects.CLAIM).known().isEmpty());
  }

  @Test
  void tellsOfNoPodThatOnlyBeats() {
    create(pod("web-0", "data"));
    start();
    changes.clear();
    client
        .pods()
        .inNamespace("shop")
        .withName("web-0")
        .edit(pod -> new PodBuilder(pod).editStatus().withMessage("beat").endStatus().build());
    create(SampleObjects.claim());
    await().until(() -> !changes.isEmpty());
    assertThat(changes)
        .containsExactly(ReadChange.inNamespace("shop", ImmutableSet.of(SampleObjects.CLAIM)));
    client
        .pods()
        .inNamespace("shop")
        .withName("web-0")
        .edit(pod -> new PodBuilder(pod).editStatus().withPhase("Failed").endStatus().build());
    await().until(() -> changes.size() == 2);
    assertThat(reads.podsOf(SampleObjects.CLAIM).known()).allMatch(PodView::terminated);
  }

  @Test
  void tellsWhomAChangeConcerns() {
    start();
    changes.clear();
    create(SampleObjects.volume("pv-1"));
    await().until(() -> changes.size() == 1);
    create(attachment("att-1", "pv-1"));
    await().until(() -> changes.size() == 2);
    create(new NodeBuilder().withNewMetadata().withName("node-1").endMetadata().build());
    await().until(() -> changes.size() == 3);
    assertThat(changes)
        .containsExactly(
            ReadChange.ofVolumes(ImmutableSet.of("pv-1"), ImmutableSet.of(SampleObjects.CLAIM)),
            ReadChange.ofVolumes(ImmutableSet.of("pv-1"), ImmutableSet.of()),
            ReadChange.ofEveryone());
  }

  @Test
  void readsTheKindsOfTheCluster() {
    start();
    create(attachment("att-1", "pv-1"));
    create(new NodeBuilder().withNewMetadata().withName("node-1").endMetadata().build());
    create(new NamespaceBuilder().withNewMetadata().withName("shop").endMetadata().build());
    create(
        new CSIDriverBuilder()
            .withNewMetadata()
            .withName("csi.example.com")
            .endMetadata()
            .withNewSpec()
            .withAttachRequired(false)
            .endSpec()
            .build());
    await().until(() -> reads.csiDriver("csi.example.com").isPresent());
    await().until(() -> reads.attachments("pv-1").known().size() == 1);
    assertThat(reads.attachments("pv-2")).isEqualTo(Listed.none());
    assertThat(reads.csiDriver("csi.example.com"))
        .isEqualTo(Observed.of(new CsiDriverView("csi.example.com", false)));
    await()
        .untilAsserted(
            () ->
                assertThat(reads.nodes())
                    .isEqualTo(Listed.of(ImmutableList.of(new NodeView("node-1", false, false)))));
    await()
        .untilAsserted(
            () ->
                assertThat(reads.namespace("shop"))
                    .isEqualTo(Observed.of(new NamespaceView("shop", false))));
  }

  /** A permission that is missing, and a CRD that is absent. */
  @ParameterizedTest
  @ValueSource(ints = {403, 404})
  void isUnknownWhileAListIsRefusedAndKnownAfterwards(int code) {
    server.fail(
        code,
        "Refused",
        "volumeattachments is forbidden",
        Integer.MAX_VALUE,
        request ->
            request.method().equals("GET") && request.resource().equals("volumeattachments"));
    create(attachment("att-1", "pv-1"));
    start();
    assertThat(reads.attachments("pv-1").why())
        .isEqualTo(
            "cannot list and watch volumeattachments.storage.k8s.io in the cluster:"
                + " volumeattachments is forbidden");
    assertThat(reads.volumes().isUnknown()).isFalse();
    changes.clear();
    server.answerNormally();
    await().until(() -> reads.attachments("pv-1").known().size() == 1);
    await().until(() -> changes.contains(ReadChange.ofEveryone()));
  }

  @Test
  void isUnknownWhileAnObjectCannotBeRead() {
    start();
    var source = SampleObjects.source();
    source.setAdditionalProperty("status", ImmutableMap.of("lastSyncTime", "soon"));
    create(source);
    client
        .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
        .inNamespace("shop")
        .resource(source)
        .updateStatus();
    await().until(() -> reads.sources("shop").isUnknown());
    assertThat(reads.sources("shop").why())
        .startsWith("replicationsources.volsync.backube shop/data cannot be read:");
    client.resource(source).delete();
    await().until(() -> reads.sources("shop").equals(Listed.none()));
  }

  @Test
  void watchesOnlyTheNamespacesOfItsScope() {
    reads = watching(Scope.of(ImmutableList.of("shop", "bank")));
    create(SampleObjects.claim());
    start();
    assertThat(reads.claims("shop").known()).hasSize(1);
    assertThat(reads.claims("bank")).isEqualTo(Listed.none());
    assertThat(reads.claims("elsewhere").why()).contains("not among those watched");
    assertThat(server.requests().stream().filter(it -> it.resource().equals("pods")))
        .allMatch(it -> it.path().contains("/namespaces/"));
  }

  @Test
  void staysSilentOnceItIsClosed() {
    start();
    await().until(() -> server.requests().stream().filter(ServedRequest::isWatch).count() == 9);
    reads.close();
    changes.clear();
    server.forgetRequests();
    create(SampleObjects.claim());
    create(
        new PersistentVolumeClaimBuilder(SampleObjects.claim())
            .editMetadata()
            .withName("second")
            .endMetadata()
            .build());
    assertThat(reads.claim(SampleObjects.CLAIM)).isEqualTo(Observed.absent());
    assertThat(changes).isEmpty();
    assertThat(server.requests()).noneMatch(ServedRequest::isWatch);
  }

  private void create(HasMetadata object) {
    client.resource(object).create();
  }

  private static ImmutableList<String> names(Listed<VolumeView> volumes) {
    return volumes.known().stream()
        .map(volume -> volume.meta().name())
        .collect(ImmutableList.toImmutableList());
  }

  private static HasMetadata attachment(String name, String volume) {
    return new VolumeAttachmentBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-1")
        .withNewSource()
        .withPersistentVolumeName(volume)
        .endSource()
        .endSpec()
        .build();
  }

  private static Pod pod(String name, @Nullable String claim) {
    PodBuilder pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("shop")
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .withNodeName("node-1")
            .endSpec()
            .withNewStatus()
            .withPhase("Running")
            .endStatus();
    return claim == null
        ? pod.build()
        : pod.editSpec()
            .addNewVolume()
            .withName("v")
            .withNewPersistentVolumeClaim(claim, false)
            .endVolume()
            .endSpec()
            .build();
  }
}
