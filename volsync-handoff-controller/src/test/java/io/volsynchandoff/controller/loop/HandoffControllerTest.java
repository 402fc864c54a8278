// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.controller.vrg.VolumeReplicationGroup;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.fabric8.played.Pacing;
import io.volsynchandoff.fabric8.played.PlayedCluster;
import io.volsynchandoff.fabric8.played.PlayedInfrastructure;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.played.PlayedScope;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.fabric8.played.ServedRequest;
import io.volsynchandoff.testkit.model.Models;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The controller over HTTP, with everyone else in the cluster played. Every test ends at rest: a
 * watch that is closed while it has events to send holds the whole mock server.
 */
class HandoffControllerTest {
  private static final String AGENT = "controller-under-test";
  private static final PlayedScope SCOPE =
      new PlayedScope("shop", "played.example.com", ImmutableSet.of("node-1"));
  private static final ImmutableMap<String, String> LABELS = ImmutableMap.of("app", "web");

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient admin = server.client("admin");
  private final KubernetesClient client = server.client(AGENT);
  private final ImmutableList<PlayedMember> members =
      ImmutableList.of(
          new PlayedMember(new ClaimKey("shop", "data")),
          new PlayedMember(new ClaimKey("shop", "logs")));
  private final PlayedInfrastructure infrastructure =
      PlayedInfrastructure.create(admin, SCOPE, true, InstantSource.system());
  private final PlayedCluster cluster =
      PlayedCluster.start(
          admin,
          SCOPE,
          Models.everyone(SCOPE.driver(), SCOPE.driver()),
          Pacing.immediate(),
          InstantSource.system());
  private @Nullable HandoffController controller;

  @BeforeEach
  void setUp() {
    server.expectCustomResource(
        CustomResourceDefinitionContext.fromCustomResourceType(VolumeReplicationGroup.class));
    admin
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("psk")
                .endMetadata()
                .build())
        .create();
    for (PlayedMember member : members) {
      cluster.act(member.createClaim(SCOPE.driver(), LABELS));
      await(() -> isBound(member));
      cluster.act(member.start("node-1"));
      cluster.act(member.createSource("0 0 1 1 *", "psk"));
      await(() -> hasSynced(member));
    }
  }

  @AfterEach
  void tearDown() {
    if (controller != null) {
      controller.close();
    }
    cluster.close();
    infrastructure.close();
    client.close();
    admin.close();
    server.close();
  }

  @Test
  void relocatesAGroupFromProtectionToItsEnd() {
    createVrg("{}");
    start();
    await(() -> isTrue("Protected"));
    await(() -> "2/2".equals(vrg().<String>get("status", "members")));
    server.forgetRequests();

    setSecondary();
    await(() -> "CLAIM_IN_USE".equals(blocked()) || String.valueOf(blocked()).contains("ATTACHED"));
    members.forEach(member -> cluster.act(member.stop()));
    await(() -> members.stream().noneMatch(this::bearsOurFinalizer));
    members.forEach(member -> cluster.act(member.deleteClaim()));
    await(() -> isTrue("Relinquished"));

    assertThat(volumes())
        .hasSize(2)
        .allSatisfy(
            volume -> {
              assertThat(volume.getSpec().getPersistentVolumeReclaimPolicy()).isEqualTo("Retain");
              assertThat(volume.getStatus().getPhase()).isEqualTo("Released");
              assertThat(volume.getMetadata().getAnnotations().get("volsync-handoff.io/journal"))
                  .contains("\"proof\"");
            });
    assertThat(admin.persistentVolumeClaims().inNamespace("shop").list().getItems()).isEmpty();
    assertThat(vrg().<String>get("status", "phase")).isEqualTo("Relinquished");
    assertThat(vrg().<String>get("status", "members")).isEqualTo("2/2");
    assertThat(blocked()).isNull();
    // Eleven phases; at most one status write for each change.
    assertThat(writes("volumereplicationgroups", "/status")).hasSizeBetween(3, 11);
  }

  @Test
  void atRestNothingIsSent() {
    createVrg("{}");
    start();
    await(() -> isTrue("Protected"));
    await(() -> "2/2".equals(vrg().<String>get("status", "members")));
    awaitQuiet();
    server.forgetRequests();

    // A node's heartbeat and a foreign annotation are changes, and nothing is to be done.
    admin
        .nodes()
        .withName("node-1")
        .patch(merge(), "{\"metadata\":{\"annotations\":{\"beat\":\"1\"}}}");
    resource().patch(merge(), "{\"metadata\":{\"annotations\":{\"note\":\"x\"}}}");

    Awaitility.await()
        .during(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(5))
        .until(() -> ours().isEmpty());
  }

  @Test
  void aRestartInTheMiddleGoesOn() throws InterruptedException {
    createVrg("{}");
    start();
    await(() -> isTrue("Protected"));
    setSecondary();
    await(() -> freeze() != null);
    assertThat(running().stop(Duration.ofSeconds(10))).isTrue();
    members.forEach(member -> cluster.act(member.stop()));
    server.forgetRequests();
    Awaitility.await()
        .during(Duration.ofMillis(500))
        .atMost(Duration.ofSeconds(5))
        .until(() -> ours().isEmpty());

    start();

    await(() -> members.stream().noneMatch(this::bearsOurFinalizer));
    members.forEach(member -> cluster.act(member.deleteClaim()));
    await(() -> isTrue("Relinquished"));
  }

  @Test
  void aProtectedGroupThatIsDeletedLeavesNothingBehind() {
    createVrg("{}");
    start();
    await(() -> isTrue("Protected"));

    resource().delete();

    await(() -> resource().get() == null);
    assertThat(members).noneMatch(this::bearsOurFinalizer);
    assertThat(volumes())
        .hasSize(2)
        .allSatisfy(
            volume -> {
              assertThat(volume.getSpec().getPersistentVolumeReclaimPolicy()).isEqualTo("Delete");
              assertThat(volume.getMetadata().getAnnotations())
                  .doesNotContainKey("volsync-handoff.io/journal");
            });
  }

  @Test
  void aGroupThatRamenDrivesIsLeftAlone() {
    createVrg("{finalizers: [volumereplicationgroups.ramendr.openshift.io/vrg-protection]}");
    createOther("mail");
    start();

    await(() -> "Protecting".equals(phaseOf("mail")));
    assertThat(ours().stream().filter(ServedRequest::isWrite))
        .noneMatch(request -> request.path().contains("volumereplicationgroups/web"))
        .noneMatch(request -> request.path().contains("persistentvolume"));
  }

  @Test
  void aGroupThatSaysNothingIsLeftAloneUntilItDoes() {
    createVrg("{}");
    resource().patch(merge(), "{\"spec\":{\"replicationState\":\"Primary\"}}");
    createOther("mail");
    start();
    await(() -> "Protecting".equals(phaseOf("mail")));
    assertThat(vrg().<Object>get("status")).isNull();

    resource().patch(merge(), "{\"spec\":{\"replicationState\":\"primary\"}}");

    await(() -> isTrue("Protected"));
  }

  @Test
  void whatIsForbiddenIsToldAndGoesOnOnceItIsGranted() {
    server.forbid(
        request ->
            request.userAgent().equals(AGENT)
                && request.path().contains("volumeattachments")
                && request.method().equals("GET"));
    createVrg("{}");
    start();
    await(() -> isTrue("Protected"));
    members.forEach(member -> cluster.act(member.stop()));
    setSecondary();
    await(() -> "USAGE_UNKNOWN".equals(blocked()));
    assertThat(vrg().get("status").toString()).contains("volumeattachments");

    server.answerNormally();

    await(() -> members.stream().noneMatch(this::bearsOurFinalizer));
    members.forEach(member -> cluster.act(member.deleteClaim()));
    await(() -> isTrue("Relinquished"));
  }

  private void start() {
    HandoffController started =
        new HandoffController(
            client, ControllerOptions.defaults(HandoffPolicy.defaults()), InstantSource.system());
    controller = started;
    started.start().join();
  }

  private HandoffController running() {
    return Objects.requireNonNull(controller);
  }

  private void createVrg(String metadata) {
    GenericKubernetesResource vrg =
        admin
            .getKubernetesSerialization()
            .unmarshal(
                """
                apiVersion: ramendr.openshift.io/v1alpha1
                kind: VolumeReplicationGroup
                metadata: %s
                spec: {replicationState: primary, pvcSelector: {matchLabels: {app: web}}}
                """
                    .formatted(metadata),
                GenericKubernetesResource.class);
    vrg.getMetadata().setNamespace("shop");
    vrg.getMetadata().setName("web");
    admin.genericKubernetesResources(Vrg.RESOURCE).resource(vrg).create();
  }

  /** An empty group: it tells that the controller has come by. */
  private void createOther(String name) {
    admin
        .genericKubernetesResources(Vrg.RESOURCE)
        .resource(
            new GenericKubernetesResourceBuilder()
                .withApiVersion("ramendr.openshift.io/v1alpha1")
                .withKind("VolumeReplicationGroup")
                .withNewMetadata()
                .withNamespace("post")
                .withName(name)
                .endMetadata()
                .addToAdditionalProperties(
                    "spec",
                    ImmutableMap.of(
                        "replicationState", "primary", "pvcSelector", ImmutableMap.of()))
                .build())
        .create();
  }

  private @Nullable String phaseOf(String name) {
    return admin
        .genericKubernetesResources(Vrg.RESOURCE)
        .inNamespace("post")
        .withName(name)
        .require()
        .get("status", "phase");
  }

  private void setSecondary() {
    resource()
        .patch(merge(), "{\"spec\":{\"replicationState\":\"secondary\",\"action\":\"Relocate\"}}");
  }

  private Resource<GenericKubernetesResource> resource() {
    return admin.genericKubernetesResources(Vrg.RESOURCE).inNamespace("shop").withName("web");
  }

  private GenericKubernetesResource vrg() {
    return resource().require();
  }

  private @Nullable String blocked() {
    return vrg().get("status", "blocked");
  }

  private @Nullable String freeze() {
    return vrg().getMetadata().getAnnotations().get("volsync-handoff.io/handoff");
  }

  private boolean isTrue(String type) {
    Map<String, Object> status = vrg().get("status");
    return status != null
        && status.get("conditions") instanceof List<?> conditions
        && conditions.stream()
            .anyMatch(
                it ->
                    it instanceof Map<?, ?> condition
                        && type.equals(condition.get("type"))
                        && "True".equals(condition.get("status")));
  }

  private List<PersistentVolume> volumes() {
    return admin.persistentVolumes().list().getItems();
  }

  private boolean bearsOurFinalizer(PlayedMember member) {
    ClaimView claim = member.claim(cluster.state());
    return claim != null
        && claim.meta().finalizers().contains("volsync-handoff.io/claim-protection");
  }

  private boolean isBound(PlayedMember member) {
    ClaimView claim = member.claim(cluster.state());
    return claim != null && claim.phase() == ClaimView.Phase.BOUND;
  }

  private boolean hasSynced(PlayedMember member) {
    SourceView source = member.source(cluster.state());
    return source != null && source.lastSyncTime() != null && !source.isSyncing();
  }

  private ImmutableList<ServedRequest> ours() {
    return server.requests().stream()
        .filter(request -> request.userAgent().equals(AGENT) && !request.isWatch())
        .collect(ImmutableList.toImmutableList());
  }

  private ImmutableList<ServedRequest> writes(String resource, String suffix) {
    return ours().stream()
        .filter(ServedRequest::isWrite)
        .filter(request -> request.resource().equals(resource) && request.path().endsWith(suffix))
        .collect(ImmutableList.toImmutableList());
  }

  private void awaitQuiet() {
    int[] last = {-1};
    Awaitility.await()
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              int count = ours().size();
              boolean quiet = count == last[0];
              last[0] = count;
              return quiet;
            });
  }

  private static PatchContext merge() {
    return PatchContext.of(PatchType.JSON_MERGE);
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(50))
        .until(condition);
  }
}
