// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That the models do to a server's objects what they do to a simulated cluster. */
class PlayedClusterTest {
  private final MockedStage stage = new MockedStage();
  private final PreciseMockServer server = stage.server();
  private final KubernetesClient client = stage.client();
  private final PlayedCluster cluster = stage.cluster();
  private final PlayedMember member = MockedStage.member("data");

  @BeforeEach
  void setUp() {
    cluster.act(member.createClaim(MockedStage.SCOPE.driver(), ImmutableMap.of("app", "db")));
    stage.await(member::isBound);
  }

  @AfterEach
  void tearDown() {
    stage.close();
  }

  @Test
  void provisionsAndBinds() {
    PersistentVolume volume = client.persistentVolumes().list().getItems().get(0);
    assertThat(volume.getStatus().getPhase()).isEqualTo("Bound");
    assertThat(volume.getSpec().getClaimRef().getName()).isEqualTo("data");
    assertThat(volume.getSpec().getPersistentVolumeReclaimPolicy()).isEqualTo("Delete");
    assertThat(client.persistentVolumeClaims().inNamespace("app").withName("data").get())
        .satisfies(
            claim -> {
              assertThat(claim.getSpec().getVolumeName()).isEqualTo(volume.getMetadata().getName());
              assertThat(claim.getStatus().getCapacity()).containsKey("storage");
              assertThat(claim.getMetadata().getFinalizers())
                  .contains("kubernetes.io/pvc-protection");
            });
  }

  @Test
  void carriesWhatTheApplicationWroteBeforeTheSyncBegan() {
    cluster.act(member.start(MockedStage.NODE));
    stage.await(state -> cluster.act(member.write()));
    cluster.hold("mover: ");
    cluster.act(member.createSource("0 0 1 1 *", MockedStage.SECRET));
    stage.await(
        state -> state.truth().mounts().values().stream().anyMatch(m -> m.isMoverRunning()));
    assertThat(client.storage().v1().volumeAttachments().list().getItems()).hasSize(1);
    cluster.act(member.write());

    cluster.release("mover: ");

    stage.await(member::isAtRest);
    assertThat(member.carried(cluster.state())).isEqualTo(1);
    assertThat(PlayedMember.lastWrite(cluster.state(), volume(cluster.state()))).isEqualTo(2);
    assertThat(client.batch().v1().jobs().inNamespace("app").list().getItems()).isEmpty();
  }

  @Test
  void takesItsTimeForAStoppingPodAndDetachesAfterIt() {
    cluster.act(member.start(MockedStage.NODE));
    stage.await(state -> cluster.act(member.write()));
    cluster.hold("kubelet: stops");
    cluster.act(member.stop());
    assertThat(client.pods().inNamespace("app").list().getItems())
        .singleElement()
        .satisfies(pod -> assertThat(pod.getMetadata().getDeletionTimestamp()).isNotNull());
    assertThat(cluster.act(member.write())).isTrue();

    cluster.release("kubelet: stops");

    stage.await(state -> state.all(Kinds.ATTACHMENTS).isEmpty());
    assertThat(client.pods().inNamespace("app").list().getItems()).isEmpty();
    assertThat(cluster.act(member.write())).isFalse();
  }

  @Test
  void deletesTheStorageOfAReleasedVolumeUnderDelete() {
    cluster.act(member.deleteClaim());
    stage.await(state -> state.all(Kinds.VOLUMES).isEmpty());
    assertThat(client.persistentVolumeClaims().inNamespace("app").list().getItems()).isEmpty();
    assertThat(cluster.state().truth().contents()).isEmpty();
  }

  @Test
  void looksAgainWhereSomeoneElseWroteInBetween() {
    PlayedMember other = MockedStage.member("other");
    server.fail(409, "Conflict", "modified", 1, PlayedClusterTest::bindsOther);
    cluster.act(other.createClaim(MockedStage.SCOPE.driver(), ImmutableMap.of()));
    stage.await(state -> server.requests().stream().anyMatch(PlayedClusterTest::bindsOther));

    client
        .persistentVolumeClaims()
        .inNamespace("app")
        .withName("other")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");

    stage.await(other::isBound);
  }

  private static boolean bindsOther(ServedRequest request) {
    return request.isWrite()
        && request.path().endsWith("/other/status")
        && request.body().contains("Bound");
  }

  @Test
  void tellsAFailure() {
    server.forbid(request -> request.verb().equals("create") && request.resource().equals("pods"));
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> cluster.act(member.start(MockedStage.NODE)))
        .withMessageContaining("forbidden");
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(cluster::state);
  }

  private VolumeView volume(ClusterState state) {
    return state.all(Kinds.VOLUMES).values().iterator().next();
  }
}
