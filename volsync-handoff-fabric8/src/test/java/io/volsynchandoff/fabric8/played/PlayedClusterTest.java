// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.model.Models;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That the models do to a server's objects what they do to a simulated cluster. */
class PlayedClusterTest {
  private static final PlayedScope SCOPE =
      new PlayedScope("app", "played.example.com", ImmutableSet.of("node-1"));
  private static final String SECRET = "psk";

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("played");
  private final PlayedMember member = new PlayedMember(new ClaimKey("app", "data"));
  private final PlayedInfrastructure infrastructure =
      PlayedInfrastructure.create(client, SCOPE, true, InstantSource.system());
  private final PlayedCluster cluster =
      PlayedCluster.start(
          client,
          SCOPE,
          Models.everyone(SCOPE.driver(), SCOPE.driver()),
          Pacing.immediate(),
          InstantSource.system());

  @BeforeEach
  void setUp() {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(SCOPE.namespace())
                .withName(SECRET)
                .endMetadata()
                .build())
        .create();
    cluster.act(member.createClaim(SCOPE.driver(), ImmutableMap.of("app", "db")));
    await(state -> isBound(member.claim(state)));
  }

  @AfterEach
  void tearDown() {
    cluster.close();
    infrastructure.close();
    client.close();
    server.close();
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
    cluster.act(member.start("node-1"));
    await(state -> cluster.act(member.write()));
    cluster.hold("mover: ");
    cluster.act(member.createSource("0 0 1 1 *", SECRET));
    await(state -> state.truth().mounts().values().stream().anyMatch(m -> m.isMoverRunning()));
    assertThat(client.storage().v1().volumeAttachments().list().getItems()).hasSize(1);
    cluster.act(member.write());

    cluster.release("mover: ");

    await(state -> isAtRest(member.source(state)));
    assertThat(member.carried(cluster.state())).isEqualTo(1);
    assertThat(PlayedMember.lastWrite(cluster.state(), volume(cluster.state()))).isEqualTo(2);
    assertThat(client.batch().v1().jobs().inNamespace("app").list().getItems()).isEmpty();
  }

  @Test
  void takesItsTimeForAStoppingPodAndDetachesAfterIt() {
    cluster.act(member.start("node-1"));
    await(state -> cluster.act(member.write()));
    cluster.hold("kubelet: stops");
    cluster.act(member.stop());
    assertThat(client.pods().inNamespace("app").list().getItems())
        .singleElement()
        .satisfies(pod -> assertThat(pod.getMetadata().getDeletionTimestamp()).isNotNull());
    assertThat(cluster.act(member.write())).isTrue();

    cluster.release("kubelet: stops");

    await(state -> state.all(Kinds.ATTACHMENTS).isEmpty());
    assertThat(client.pods().inNamespace("app").list().getItems()).isEmpty();
    assertThat(cluster.act(member.write())).isFalse();
  }

  @Test
  void deletesTheStorageOfAReleasedVolumeUnderDelete() {
    cluster.act(member.deleteClaim());
    await(state -> state.all(Kinds.VOLUMES).isEmpty());
    assertThat(client.persistentVolumeClaims().inNamespace("app").list().getItems()).isEmpty();
    assertThat(cluster.state().truth().contents()).isEmpty();
  }

  @Test
  void looksAgainWhereSomeoneElseWroteInBetween() {
    ClaimKey other = new ClaimKey("app", "other");
    server.fail(409, "Conflict", "modified", 1, PlayedClusterTest::bindsOther);
    cluster.act(new PlayedMember(other).createClaim(SCOPE.driver(), ImmutableMap.of()));
    await(state -> server.requests().stream().anyMatch(PlayedClusterTest::bindsOther));

    client
        .persistentVolumeClaims()
        .inNamespace("app")
        .withName("other")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");

    await(state -> isBound(state.claim(other)));
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
        .isThrownBy(() -> cluster.act(member.start("node-1")))
        .withMessageContaining("forbidden");
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(cluster::state);
  }

  private void await(Predicate<ClusterState> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> condition.test(cluster.state()));
  }

  private VolumeView volume(ClusterState state) {
    return state.all(Kinds.VOLUMES).values().iterator().next();
  }

  private static boolean isBound(@Nullable ClaimView claim) {
    return claim != null && claim.phase() == ClaimView.Phase.BOUND;
  }

  private static boolean isAtRest(@Nullable SourceView source) {
    return source != null
        && !source.isSyncing()
        && "WaitingForSchedule".equals(source.synchronizingReason());
  }
}
