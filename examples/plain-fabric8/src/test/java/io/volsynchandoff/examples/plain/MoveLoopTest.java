// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.played.MockedStage;
import io.volsynchandoff.fabric8.played.PlayedCluster;
import io.volsynchandoff.fabric8.played.PlayedMember;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The program relinquishes the claims of its own resource, on a server that knows no VRG. */
class MoveLoopTest {
  private static final Duration A_DAY = Duration.ofDays(1);

  private final MockedStage stage = new MockedStage();
  private final KubernetesClient client = stage.client();
  private final KubernetesClient programs = stage.server().client("the-program");
  private final PlayedCluster cluster = stage.cluster();
  private final PlayedMember member = MockedStage.member("data");

  @BeforeEach
  void runTheApplication() {
    stage
        .server()
        .expectCustomResource(
            CustomResourceDefinitionContext.fromCustomResourceType(VolumeMove.class));
    cluster.act(member.createClaim(MockedStage.SCOPE.driver(), ImmutableMap.of()));
    stage.await(member::isBound);
    cluster.act(member.start(MockedStage.NODE));
    stage.await(state -> cluster.act(member.write()));
    cluster.act(member.createSource("0 0 1 1 *", MockedStage.SECRET));
    stage.await(member::isAtRest);
    cluster.act(member.write());
  }

  @AfterEach
  void tearDown() {
    programs.close();
    stage.close();
  }

  @Test
  void carriesEveryWriteAndEndsAtRest() {
    try (MoveLoop loop = new MoveLoop(programs, InstantSource.system())) {
      loop.start();
      client.resource(move(false)).create();
      await(() -> "Protected".equals(phase()));
      assertThat(volume().getSpec().getPersistentVolumeReclaimPolicy()).isEqualTo("Retain");

      leave();
      await(() -> "CLAIM_IN_USE".equals(blocked().getReason()));
      cluster.act(member.stop());
      cluster.act(member.deleteClaim());
      await(() -> "Relinquished".equals(phase()));

      assertThat(member.carried(cluster.state())).isEqualTo(2);
      assertThat(volume().getStatus().getPhase()).isEqualTo("Released");
      assertThat(volume().getSpec().getPersistentVolumeReclaimPolicy()).isEqualTo("Retain");
      assertThat(sources()).isEmpty();
      assertThat(client.persistentVolumeClaims().inNamespace("app").list().getItems()).isEmpty();
      assertThat(moveNow().getStatus().getFrozen()).contains("data");
      assertThat(condition(moveNow().getStatus().getConditions(), "Relinquished").getStatus())
          .isEqualTo("True");
    }
    assertThat(stage.server().requests())
        .as("what the program asked the server for")
        .noneMatch(request -> request.path().contains("volumereplicationgroups"));
  }

  /** Since when it waits is known to a new process by what the old one published. */
  @Test
  void saysWhatIsOverdueAfterARestart() {
    client.resource(move(false)).create();
    try (MoveLoop loop = new MoveLoop(programs, InstantSource.system())) {
      loop.start();
      await(() -> "Protected".equals(phase()));
      leave();
      await(() -> "CLAIM_IN_USE".equals(blocked().getReason()));
    }
    Condition before = blocked();
    assertThat(before.getMessage()).doesNotContain("OVERDUE");

    try (MoveLoop loop = new MoveLoop(programs, () -> Instant.now().plus(A_DAY))) {
      loop.start();
      await(() -> blocked().getMessage().contains("OVERDUE"));
    }
    assertThat(blocked().getLastTransitionTime()).isEqualTo(before.getLastTransitionTime());
  }

  private static VolumeMove move(boolean leaving) {
    VolumeMove move = new VolumeMove();
    move.getMetadata().setNamespace("app");
    move.getMetadata().setName("shop");
    move.getSpec().setClaims(List.of("data"));
    move.getSpec().setLeaving(leaving);
    return move;
  }

  private void leave() {
    client.resource(moveNow()).edit(MoveLoopTest::leaving);
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

  /** What the claim waits for, as it was published; with an empty reason before that. */
  private Condition blocked() {
    return moveNow().getStatus().getClaims().stream()
        .map(claim -> condition(claim.conditions(), "Blocked"))
        .findFirst()
        .orElseGet(() -> new ConditionBuilder().withReason("").withMessage("").build());
  }

  private static Condition condition(List<Condition> conditions, String type) {
    return conditions.stream()
        .filter(condition -> condition.getType().equals(type))
        .findFirst()
        .orElseThrow();
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

  private static void await(BooleanSupplier condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .until(condition::getAsBoolean);
  }
}
