// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.testkit.model.Models;
import io.volsynchandoff.testkit.state.ClusterState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A mocked API server on which everyone is played, with one namespace, one node and one secret. */
public final class MockedStage implements AutoCloseable {
  public static final PlayedScope SCOPE =
      new PlayedScope("app", "played.example.com", ImmutableSet.of("node-1"));
  public static final String NODE = "node-1";
  public static final String SECRET = "psk";

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("everyone-else");
  private final PlayedInfrastructure infrastructure =
      PlayedInfrastructure.create(client, SCOPE, true, InstantSource.system());
  private final PlayedCluster cluster =
      PlayedCluster.start(
          client,
          SCOPE,
          Models.everyone(SCOPE.driver(), SCOPE.driver()),
          Pacing.immediate(),
          InstantSource.system());

  /** Opens one; to be closed. */
  public MockedStage() {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(SCOPE.namespace())
                .withName(SECRET)
                .endMetadata()
                .build())
        .create();
  }

  public PreciseMockServer server() {
    return server;
  }

  public KubernetesClient client() {
    return client;
  }

  public PlayedCluster cluster() {
    return cluster;
  }

  public static PlayedMember member(String name) {
    return new PlayedMember(new ClaimKey(SCOPE.namespace(), name));
  }

  /** Waits until the cluster is so. */
  public void await(Predicate<ClusterState> condition) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> condition.test(cluster.state()));
  }

  @Override
  public void close() {
    cluster.close();
    infrastructure.close();
    client.close();
    server.close();
  }
}
