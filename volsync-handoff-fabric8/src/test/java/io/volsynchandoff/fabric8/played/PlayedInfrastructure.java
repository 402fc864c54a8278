// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.storage.CSIDriverBuilder;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the owner of a cluster has set up before anyone uses it: the nodes, which stay Ready, the
 * CSI driver and its storage class. All of it is deleted at the end.
 */
public final class PlayedInfrastructure implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PlayedInfrastructure.class);
  private static final String LEASES = "kube-node-lease";
  private static final int LEASE_SECONDS = 40;
  private static final int HEARTBEAT_SECONDS = 10;

  private final KubernetesClient client;
  private final ImmutableList<HasMetadata> made;
  private final ScheduledExecutorService heartbeat =
      new ScheduledThreadPoolExecutor(
          1, new ThreadFactoryBuilder().setNameFormat("played-nodes").setDaemon(true).build());

  /**
   * Sets it up.
   *
   * @param scope whose driver, by which the storage class is named too, and nodes are made
   * @param attaches whether the driver attaches its volumes to nodes
   */
  public static PlayedInfrastructure create(
      KubernetesClient client, PlayedScope scope, boolean attaches, InstantSource clock) {
    return new PlayedInfrastructure(client, scope, attaches, clock);
  }

  private PlayedInfrastructure(
      KubernetesClient client, PlayedScope scope, boolean attaches, InstantSource clock) {
    this.client = client;
    ImmutableList.Builder<HasMetadata> objects = ImmutableList.builder();
    objects.add(client.resource(driver(scope, attaches)).create());
    objects.add(client.resource(storageClass(scope)).create());
    for (String node : scope.nodes()) {
      objects.add(makeReady(client.resource(node(node)).create()));
      Lease lease = client.resource(lease(node)).create();
      objects.add(lease);
      var unused =
          heartbeat.scheduleAtFixedRate(
              () -> renew(node, clock), HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
    }
    made = objects.build();
  }

  private static HasMetadata driver(PlayedScope scope, boolean attaches) {
    return new CSIDriverBuilder()
        .withNewMetadata()
        .withName(scope.driver())
        .endMetadata()
        .withNewSpec()
        .withAttachRequired(attaches)
        .endSpec()
        .build();
  }

  private static HasMetadata storageClass(PlayedScope scope) {
    return new StorageClassBuilder()
        .withNewMetadata()
        .withName(scope.driver())
        .endMetadata()
        .withProvisioner(scope.driver())
        .build();
  }

  private static Node node(String name) {
    return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private Node makeReady(Node node) {
    String status =
        "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"reason\":\"Played\"}]}}";
    return client
        .resource(node)
        .subresource("status")
        .patch(PatchContext.of(PatchType.JSON_MERGE), status);
  }

  /** By its lease the node lifecycle controller knows that a node lives. */
  private static Lease lease(String node) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withNamespace(LEASES)
        .withName(node)
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(node)
        .withLeaseDurationSeconds(LEASE_SECONDS)
        .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
        .endSpec()
        .build();
  }

  private void renew(String node, InstantSource clock) {
    String now = clock.instant().truncatedTo(ChronoUnit.MICROS).toString();
    try {
      client
          .resource(lease(node))
          .patch(
              PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"renewTime\":\"" + now + "\"}}");
    } catch (KubernetesClientException e) {
      // The next beat may do; a node that misses several is seen to be lost.
      log.warn("No heartbeat of {}: {}", node, e.getMessage());
    }
  }

  @Override
  public void close() {
    heartbeat.shutdownNow();
    made.forEach(object -> client.resource(object).delete());
  }
}
