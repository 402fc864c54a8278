// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.SampleObjects;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.fabric8.played.ServedRequest;
import io.volsynchandoff.fabric8.read.Views;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each action leaves in the cluster, and by which requests. */
class ActionApplierTest {
  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("test");
  private final ActionApplier applier = new ActionApplier(client);

  @BeforeEach
  void createMember() {
    client.resource(SampleObjects.claim()).create();
    client.resource(SampleObjects.volume("pv-1")).create();
    client.resource(SampleObjects.source()).create();
    server.forgetRequests();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void protectsAVolumeInOneConditionalWrite() {
    ObjectRef target = ref(volume());
    Outcome outcome =
        applied(new MemberAction.ProtectVolume(target, SampleObjects.volumeJournal()), "PATCH");
    VolumeView volume = Views.volume(volume());
    assertThat(volume.policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(volume.journal()).isEqualTo(Observed.of(SampleObjects.volumeJournal()));
    assertThat(outcome.resourceVersion()).isEqualTo(volume.meta().resourceVersion());
    assertThat(outcome.uid()).isEqualTo(volume.meta().uid());
  }

  @Test
  void redirectsAVolumeAndClearsWhatBoundIt() {
    client
        .persistentVolumes()
        .withName("pv-1")
        .edit(
            it -> {
              it.getMetadata()
                  .setAnnotations(
                      ImmutableMap.of(
                          "pv.kubernetes.io/bound-by-controller", "yes", "foreign", "kept"));
              return it;
            });
    server.forgetRequests();
    applied(
        new MemberAction.RedirectVolume(
            ref(volume()), SampleObjects.TEMPORARY, SampleObjects.provenJournal()),
        "PATCH");
    PersistentVolume volume = volume();
    assertThat(volume.getSpec().getClaimRef().getName()).isEqualTo("data-handoff");
    assertThat(volume.getSpec().getClaimRef().getUid()).isNull();
    assertThat(volume.getSpec().getClaimRef().getResourceVersion()).isNull();
    assertThat(volume.getSpec().getClaimRef().getKind()).isEqualTo("PersistentVolumeClaim");
    assertThat(volume.getSpec().getPersistentVolumeReclaimPolicy()).isEqualTo("Retain");
    assertThat(volume.getMetadata().getAnnotations())
        .containsOnlyKeys("foreign", HandoffNames.JOURNAL);
  }

  @Test
  void endsAndForgetsAVolume() {
    applied(
        new MemberAction.EndVolume(
            ref(volume()), ReclaimPolicy.DELETE, SampleObjects.provenJournal()),
        "PATCH");
    assertThat(Views.volume(volume()).policy()).isEqualTo(ReclaimPolicy.DELETE);
    assertThat(Views.volume(volume()).journal())
        .isEqualTo(Observed.of(SampleObjects.provenJournal()));
    applied(new MemberAction.ForgetVolume(ref(volume())), "PATCH");
    assertThat(Views.volume(volume()).journal()).isEqualTo(Observed.absent());
  }

  @Test
  void writesTheJournalAloneForAttemptAndProof() {
    applied(new MemberAction.RaiseAttempt(ref(volume()), SampleObjects.volumeJournal()), "PATCH");
    applied(new MemberAction.RecordProof(ref(volume()), SampleObjects.provenJournal()), "PATCH");
    VolumeView volume = Views.volume(volume());
    assertThat(volume.journal()).isEqualTo(Observed.of(SampleObjects.provenJournal()));
    assertThat(volume.policy()).isEqualTo(ReclaimPolicy.DELETE);
  }

  @Test
  void protectsAndReleasesAClaim() {
    applied(
        new MemberAction.ProtectClaim(
            ref(claim()), ImmutableList.of(HandoffNames.CLAIM_FINALIZER), ImmutableList.of()),
        "PATCH");
    assertThat(claim().getMetadata().getFinalizers()).containsExactly(HandoffNames.CLAIM_FINALIZER);
    client.resource(claim()).delete();
    server.forgetRequests();
    applied(new MemberAction.ReleaseClaim(ref(claim()), ImmutableList.of()), "PATCH");
    assertThat(client.persistentVolumeClaims().inNamespace("shop").list().getItems()).isEmpty();
  }

  @Test
  void createsTheTemporaryClaimFromItsAllowList() {
    Outcome outcome =
        applied(new MemberAction.CreateTemporaryClaim(SampleObjects.temporaryClaim()), "POST");
    PersistentVolumeClaim created =
        client.persistentVolumeClaims().inNamespace("shop").withName("data-handoff").get();
    assertThat(created.getMetadata().getUid()).isEqualTo(outcome.uid());
    assertThat(created.getSpec().getVolumeName()).isEqualTo("pv-1");
    assertThat(created.getSpec().getStorageClassName()).isEqualTo("fast");
    assertThat(Views.claim(created).request().text()).isEqualTo("5Gi");
    assertThat(created.getMetadata().getLabels())
        .isEqualTo(SampleObjects.temporaryClaim().labels());
    assertThat(created.getMetadata().getFinalizers()).isEmpty();
  }

  @Test
  void parksASource() {
    applied(
        new MemberAction.ParkSource(ref(source()), "0 0 1 6 *", SampleObjects.sourceJournal()),
        "PATCH");
    SourceView source = Views.source(source());
    assertThat(source.schedule()).isEqualTo("0 0 1 6 *");
    assertThat(source.manualTag()).isNull();
    assertThat(source.copyMethod()).isEqualTo("Snapshot");
    assertThat(source.journal()).isEqualTo(Observed.of(SampleObjects.sourceJournal()));
  }

  @Test
  void armsASourceAndRestoresItAsItWas() {
    SourceView before = Views.source(source());
    applied(arming(), "PATCH");
    SourceView armed = Views.source(source());
    assertThat(armed.manualTag()).isEqualTo(SampleObjects.ID.tag(1));
    assertThat(armed.schedule()).isNull();
    assertThat(armed.sourceClaim()).isEqualTo("data-handoff");
    assertThat(armed.copyMethod()).isEqualTo("Direct");
    assertThat(armed.moverPodLabels())
        .containsExactlyEntriesOf(armedLabels())
        .doesNotContainKey("absent");
    applied(
        new MemberAction.RestoreSource(
            ref(source()), Mover.RSYNC_TLS, SampleObjects.sourceJournal()),
        "PATCH");
    SourceView restored = Views.source(source());
    assertThat(restored.journal()).isEqualTo(Observed.absent());
    assertThat(restored.schedule()).isEqualTo(before.schedule());
    assertThat(restored.sourceClaim()).isEqualTo(before.sourceClaim());
    assertThat(restored.moverPodLabels()).isEqualTo(before.moverPodLabels());
    assertThat(restored.copyMethod()).isEqualTo(before.copyMethod());
  }

  @Test
  void unwedgesAndPausesASource() {
    applied(
        new MemberAction.UnwedgeSource(
            ref(source()),
            Mover.RSYNC_TLS,
            "data-handoff",
            "0 0 1 6 *",
            SampleObjects.sourceJournal()),
        "PATCH");
    applied(new MemberAction.PauseSource(ref(source()), true), "PATCH");
    SourceView source = Views.source(source());
    assertThat(source.sourceClaim()).isEqualTo("data-handoff");
    assertThat(source.copyMethod()).isEqualTo("Direct");
    assertThat(source.schedule()).isEqualTo("0 0 1 6 *");
    assertThat(source.moverPodLabels()).containsExactlyEntriesOf(ImmutableMap.of("team", "blue"));
    assertThat(source.paused()).isTrue();
  }

  @Test
  void deletesSourceAndTemporaryClaim() {
    applied(new MemberAction.DeleteSource(ref(source())), "DELETE");
    assertThat(sources().list().getItems()).isEmpty();
    applied(new MemberAction.CreateTemporaryClaim(SampleObjects.temporaryClaim()), "POST");
    ObjectRef created =
        ref(client.persistentVolumeClaims().inNamespace("shop").withName("data-handoff").get());
    server.forgetRequests();
    applied(new MemberAction.DeleteTemporaryClaim(created), "DELETE");
    assertThat(client.persistentVolumeClaims().inNamespace("shop").list().getItems())
        .extracting(it -> it.getMetadata().getName())
        .containsExactly("data");
  }

  private MemberAction.ArmSource arming() {
    return new MemberAction.ArmSource(
        ref(source()),
        Mover.RSYNC_TLS,
        "data-handoff",
        SampleObjects.ID.tag(1),
        armedLabels(),
        SampleObjects.sourceJournal());
  }

  private static ImmutableMap<String, String> armedLabels() {
    return ImmutableMap.of("team", "blue", HandoffNames.HANDOFF_LABEL, SampleObjects.ID.tag(1));
  }

  /** Applies, and asserts that it took one request of this method and no other. */
  private Outcome applied(MemberAction action, String method) {
    server.forgetRequests();
    Outcome outcome = applier.apply(action);
    assertThat(outcome.answer()).as(outcome.message()).isEqualTo(Outcome.Answer.APPLIED);
    assertThat(server.requests()).extracting(ServedRequest::method).containsExactly(method);
    return outcome;
  }

  private static ObjectRef ref(HasMetadata object) {
    return Views.meta(object).ref();
  }

  private PersistentVolume volume() {
    return client.persistentVolumes().withName("pv-1").get();
  }

  private PersistentVolumeClaim claim() {
    return client.persistentVolumeClaims().inNamespace("shop").withName("data").get();
  }

  private GenericKubernetesResource source() {
    return sources().withName("data").get();
  }

  private NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      sources() {
    return client.genericKubernetesResources(ApiNames.REPLICATION_SOURCES).inNamespace("shop");
  }
}
