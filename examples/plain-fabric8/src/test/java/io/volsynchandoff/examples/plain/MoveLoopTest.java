// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.played.Pacing;
import io.volsynchandoff.fabric8.played.PlayedCluster;
import io.volsynchandoff.fabric8.played.PlayedInfrastructure;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.played.PlayedScope;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.testkit.model.Models;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The program relinquishes the claims of its own resource, on a server that knows no VRG. */
class MoveLoopTest {
  private static final PlayedScope SCOPE =
      new PlayedScope("app", "played.example.com", ImmutableSet.of("node-1"));

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("everyone-else");
  private final KubernetesClient programs = server.client("the-program");
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
  void runTheApplication() {
    server.expectCustomResource(
        CustomResourceDefinitionContext.fromCustomResourceType(VolumeMove.class));
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace("app")
                .withName("psk")
                .endMetadata()
                .build())
        .create();
    cluster.act(member.createClaim(SCOPE.driver(), ImmutableMap.of()));
    await(() -> isBound(member.claim(cluster.state())));
    cluster.act(member.start("node-1"));
    await(() -> cluster.act(member.write()));
    cluster.act(member.createSource("0 0 1 1 *", "psk"));
    await(() -> isAtRest(member.source(cluster.state())));
    cluster.act(member.write());
  }

  @AfterEach
  void tearDown() {
    cluster.close();
    infrastructure.close();
    programs.close();
    client.close();
    server.close();
  }

  @Test
  void carriesEveryWriteAndEndsAtRest() {
    try (MoveLoop loop = new MoveLoop(programs)) {
      loop.start();
      client.resource(move(false)).create();
      await(() -> "Protected".equals(phase()));
      assertThat(volume().getSpec().getPersistentVolumeReclaimPolicy()).isEqualTo("Retain");

      client.resource(moveNow()).edit(it -> leaving(it));
      await(() -> String.valueOf(waitsFor()).startsWith("Quiescing"));
      cluster.act(member.stop());
      cluster.act(member.deleteClaim());
      await(() -> "Relinquished".equals(phase()));

      assertThat(member.carried(cluster.state())).isEqualTo(2);
      assertThat(volume().getStatus().getPhase()).isEqualTo("Released");
      assertThat(volume().getSpec().getPersistentVolumeReclaimPolicy()).isEqualTo("Retain");
      assertThat(sources()).isEmpty();
      assertThat(client.persistentVolumeClaims().inNamespace("app").list().getItems()).isEmpty();
      assertThat(moveNow().getStatus().getFrozen()).contains("data");
    }
    assertThat(server.requests())
        .as("what the program asked the server for")
        .noneMatch(request -> request.path().contains("volumereplicationgroups"));
  }

  private static VolumeMove move(boolean leaving) {
    VolumeMove move = new VolumeMove();
    move.getMetadata().setNamespace("app");
    move.getMetadata().setName("shop");
    move.getSpec().setClaims(List.of("data"));
    move.getSpec().setLeaving(leaving);
    return move;
  }

  private static VolumeMove leaving(VolumeMove move) {
    move.getSpec().setLeaving(true);
    return move;
  }

  private VolumeMove moveNow() {
    return client.resource(move(false)).get();
  }

  private String phase() {
    return String.valueOf(moveNow().getStatus().getPhase());
  }

  private String waitsFor() {
    return String.valueOf(moveNow().getStatus().getClaims().get("data"));
  }

  private PersistentVolume volume() {
    return client.persistentVolumes().list().getItems().get(0);
  }

  private List<?> sources() {
    return client
        .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
        .inNamespace("app")
        .list()
        .getItems();
  }

  private static boolean isBound(@Nullable ClaimView claim) {
    return claim != null && claim.phase() == ClaimView.Phase.BOUND;
  }

  private static boolean isAtRest(@Nullable SourceView source) {
    return source != null
        && !source.isSyncing()
        && "WaitingForSchedule".equals(source.synchronizingReason());
  }

  private static void await(BooleanSupplier condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .until(condition::getAsBoolean);
  }
}
