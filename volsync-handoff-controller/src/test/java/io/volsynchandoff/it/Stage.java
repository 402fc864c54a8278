// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.played.Pacing;
import io.volsynchandoff.fabric8.played.PlayedCluster;
import io.volsynchandoff.fabric8.played.PlayedInfrastructure;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.played.PlayedScope;
import io.volsynchandoff.testkit.model.Model;
import io.volsynchandoff.testkit.model.Models;
import io.volsynchandoff.testkit.model.SimulatedProvisioner;
import io.volsynchandoff.testkit.state.ClusterState;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * A namespace of a test's own on the real control plane, with an application, its volumes, nodes
 * and VolSync played in it, and everything gone again at the end.
 */
final class Stage implements AutoCloseable {
  static final String NODE_OF_MOVERS = "movers";
  static final String NODE_OF_APPLICATION = "workers";
  static final ImmutableMap<String, String> LABELS = ImmutableMap.of("app", "db");

  private static final String SECRET = "volsync-key";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String NO_FINALIZERS = "{\"metadata\":{\"finalizers\":null}}";

  private final ControlPlane plane;
  private final String namespace;
  private final PlayedScope scope;
  private final PlayedInfrastructure infrastructure;
  private final PlayedCluster cluster;
  private volatile Duration ahead = Duration.ZERO;

  private Stage(ControlPlane plane, String prefix) {
    this.plane = plane;
    this.namespace = plane.createNamespace(prefix);
    // Movers go to the first node by name.
    this.scope =
        new PlayedScope(
            namespace,
            namespace + ".csi.example.com",
            ImmutableSet.of(
                namespace + "-" + NODE_OF_MOVERS, namespace + "-" + NODE_OF_APPLICATION));
    this.infrastructure =
        PlayedInfrastructure.create(plane.admin(), scope, true, InstantSource.system());
    this.cluster =
        PlayedCluster.start(
            plane.admin(),
            scope,
            Model.all(
                new SimulatedProvisioner(scope.driver(), ImmutableSet.of(scope.driver())),
                Models.nodes(),
                Models.volSync()),
            Pacing.immediate(),
            () -> Instant.now().plus(ahead));
    createSecret();
  }

  /** A stage on the shared control plane; skips the calling test where there is none. */
  static Stage open(String prefix, Schemas.Group schema) {
    return open(ControlPlane.shared(), prefix, schema);
  }

  static Stage open(ControlPlane plane, String prefix, Schemas.Group schema) {
    new Schemas(plane.admin()).install(schema);
    return new Stage(plane, prefix);
  }

  private void createSecret() {
    admin()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(SECRET)
                .endMetadata()
                .addToStringData("psk.txt", "volsync:0123456789abcdef")
                .build())
        .create();
    // No pod is admitted before the account that it runs under by default is there.
    await(() -> admin().serviceAccounts().inNamespace(namespace).withName("default").get() != null);
  }

  ControlPlane plane() {
    return plane;
  }

  KubernetesClient admin() {
    return plane.admin();
  }

  String namespace() {
    return namespace;
  }

  PlayedCluster cluster() {
    return cluster;
  }

  /** A volume with an application that has written to it; not synced yet. */
  PlayedMember member(String name, VolumeView.ReclaimPolicy policy) {
    return member(name, policy, LABELS);
  }

  PlayedMember member(
      String name, VolumeView.ReclaimPolicy policy, ImmutableMap<String, String> labels) {
    PlayedMember member = new PlayedMember(new ClaimKey(namespace, name));
    cluster.act(member.createClaim(scope.driver(), labels));
    awaitState(member::isBound);
    String patch = "{\"spec\":{\"persistentVolumeReclaimPolicy\":\"" + policy.text() + "\"}}";
    admin().resource(volume(member)).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    cluster.act(member.start(namespace + "-" + NODE_OF_APPLICATION));
    await(() -> cluster.act(member.write()));
    return member;
  }

  /** The member's source; its first sync begins at once. */
  void createSource(PlayedMember member, String schedule) {
    cluster.act(member.createSource(schedule, SECRET));
  }

  /** Time passes for VolSync, and for it alone: its schedules become due. */
  void passTime(Duration time) {
    ahead = ahead.plus(time);
    cluster.lookAgain();
  }

  /** The volume that the member's claim names. */
  PersistentVolume volume(PlayedMember member) {
    String name =
        admin()
            .persistentVolumeClaims()
            .inNamespace(namespace)
            .withName(member.key().name())
            .require()
            .getSpec()
            .getVolumeName();
    return admin().persistentVolumes().withName(name).require();
  }

  /** Waits until it is so. */
  static void await(BooleanSupplier condition) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(condition::getAsBoolean);
  }

  /** Waits until the played cluster is so. */
  void awaitState(Predicate<ClusterState> condition) {
    await(() -> condition.test(cluster.state()));
  }

  @Override
  public void close() {
    cluster.close();
    for (GenericKubernetesResource group :
        admin().genericKubernetesResources(Vrg.RESOURCE).inNamespace(namespace).list().getItems()) {
      remove(group);
    }
    admin()
        .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
        .inNamespace(namespace)
        .delete();
    admin().pods().inNamespace(namespace).withGracePeriod(0).delete();
    admin().persistentVolumeClaims().inNamespace(namespace).list().getItems().forEach(this::remove);
    admin().persistentVolumes().list().getItems().stream()
        .filter(volume -> volume.getSpec().getCsi() != null)
        .filter(volume -> scope.driver().equals(volume.getSpec().getCsi().getDriver()))
        .forEach(this::remove);
    admin().storage().v1().volumeAttachments().list().getItems().stream()
        .filter(attachment -> scope.driver().equals(attachment.getSpec().getAttacher()))
        .forEach(this::remove);
    infrastructure.close();
    admin().namespaces().withName(namespace).delete();
  }

  /** Whatever holds it: nobody is left to let go of it. */
  private void remove(HasMetadata object) {
    admin().resource(object).delete();
    try {
      admin().resource(object).patch(PatchContext.of(PatchType.JSON_MERGE), NO_FINALIZERS);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
    }
  }
}
