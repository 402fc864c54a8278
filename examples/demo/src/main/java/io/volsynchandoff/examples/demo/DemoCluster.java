// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.volsynchandoff.controller.vrg.VolumeReplicationGroup;
import io.volsynchandoff.controller.vrg.VrgSpec;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.fabric8.played.Pacing;
import io.volsynchandoff.fabric8.played.PlayedCluster;
import io.volsynchandoff.fabric8.played.PlayedInfrastructure;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.played.PlayedScope;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.fabric8.played.ServedRequest;
import io.volsynchandoff.testkit.model.Models;
import io.volsynchandoff.testkit.state.ClusterState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/** An API server in this process, with everyone who acts on a cluster but the controller. */
final class DemoCluster implements AutoCloseable {
  static final String NAMESPACE = "shop";
  static final String GROUP = "web";
  static final String CONTROLLER = "volsync-handoff-controller";

  private static final String DRIVER = "demo.example.com";
  private static final String SECRET = "volsync-key";
  private static final ImmutableMap<String, String> LABELS = ImmutableMap.of("app", "web");
  private static final PlayedScope SCOPE =
      new PlayedScope(NAMESPACE, DRIVER, ImmutableSet.of("node-1"));

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("everyone-else");
  private final PlayedInfrastructure infrastructure;
  private final PlayedCluster played;
  private final ImmutableList<PlayedMember> members =
      ImmutableList.of(member("orders"), member("customers"), member("media"));

  private DemoCluster() {
    server.expectCustomResource(
        CustomResourceDefinitionContext.fromCustomResourceType(VolumeReplicationGroup.class));
    var namespace =
        new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build();
    client.resource(namespace).create();
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(NAMESPACE)
            .withName(SECRET)
            .endMetadata()
            .build();
    client.resource(secret).create();
    infrastructure = PlayedInfrastructure.create(client, SCOPE, true, InstantSource.system());
    played =
        PlayedCluster.start(
            client,
            SCOPE,
            Models.everyone(DRIVER, DRIVER),
            Pacing.immediate()
                .after(Duration.ofMillis(700), "mover: ")
                .after(Duration.ofMillis(400), "kubelet: stops"),
            InstantSource.system());
  }

  static DemoCluster start() {
    return new DemoCluster();
  }

  private static PlayedMember member(String name) {
    return new PlayedMember(new ClaimKey(NAMESPACE, name));
  }

  ImmutableList<PlayedMember> members() {
    return members;
  }

  ClusterState state() {
    return played.state();
  }

  void createClaims() {
    members.forEach(member -> played.act(member.createClaim(DRIVER, LABELS)));
  }

  void createSources() {
    members.forEach(member -> played.act(member.createSource("*/1 * * * *", SECRET)));
  }

  void startApplication() {
    members.forEach(member -> played.act(member.start("node-1")));
  }

  /** Each pod that runs writes once more. */
  void write() {
    members.forEach(member -> played.act(member.write()));
  }

  void stopApplication() {
    members.forEach(member -> played.act(member.stop()));
  }

  void deleteClaims() {
    members.forEach(member -> played.act(member.deleteClaim()));
  }

  void createGroup() {
    VolumeReplicationGroup group = new VolumeReplicationGroup();
    group.getMetadata().setNamespace(NAMESPACE);
    group.getMetadata().setName(GROUP);
    group.setSpec(
        new VrgSpec(
            "primary",
            null,
            new LabelSelectorBuilder().withMatchLabels(LABELS).build(),
            List.of(),
            new VrgSpec.Async("1m"),
            null));
    client.resource(group).create();
  }

  /** The whole request to move. */
  void relocate() {
    client
        .resources(VolumeReplicationGroup.class)
        .inNamespace(NAMESPACE)
        .withName(GROUP)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\":{\"replicationState\":\"secondary\",\"action\":\"Relocate\"}}");
  }

  VolumeReplicationGroup group() {
    return client
        .resources(VolumeReplicationGroup.class)
        .inNamespace(NAMESPACE)
        .withName(GROUP)
        .get();
  }

  /** Everything that controllers have asked the server for. */
  List<ServedRequest> controllersRequests() {
    return server.requests().stream()
        .filter(request -> request.userAgent().equals(CONTROLLER))
        .toList();
  }

  /** A client of its own for each controller, over HTTP. */
  KubernetesClient controllersClient(Consumer<HttpClient.Builder> http) {
    try (KubernetesClient configured = server.client(CONTROLLER)) {
      return new KubernetesClientBuilder()
          .withConfig(configured.getConfiguration())
          // What it learns of the model classes takes longer than most requests.
          .withKubernetesSerialization(client.getKubernetesSerialization())
          .withHttpClientBuilderConsumer(http)
          .build();
    }
  }

  @Override
  public void close() {
    played.close();
    infrastructure.close();
    client.close();
    server.close();
  }
}
