// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static com.google.common.base.Preconditions.checkState;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.k3s.K3sContainer;

/**
 * The Kubernetes control plane that the integration tests share: a container, started when the
 * first test asks for it and gone when this JVM ends, or the cluster of a given kubeconfig.
 *
 * <p>System properties: {@code handoff.it.image} and {@code handoff.it.privileged} for the
 * container, {@code handoff.it.kubeconfig} for a cluster that is there already (empty: none), and
 * {@code handoff.it.required}, with which a test that cannot run fails instead of being skipped.
 */
final class ControlPlane {

  private static final String REQUIRED = "handoff.it.required";
  private static final String NO_ENGINE =
      "no Docker engine is reachable, and handoff.it.kubeconfig names no cluster";
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private static @Nullable ControlPlane shared;
  // Told once: the tests after the one that it failed or skipped need not try again.
  private static @Nullable String cannotBeHad;

  private final String kubeconfig;
  private final @Nullable K3sContainer container;
  private final Config adminConfig;
  private final KubernetesClient admin;

  private ControlPlane(String kubeconfig, @Nullable K3sContainer container) {
    this.kubeconfig = kubeconfig;
    this.container = container;
    this.adminConfig = Config.fromKubeconfig(kubeconfig);
    this.admin = new KubernetesClientBuilder().withConfig(adminConfig).build();
  }

  /** Whether there is a way to have one, or it is required; says so once where there is not. */
  static boolean isReachable() {
    if (!kubeconfigGiven().isEmpty()
        || Boolean.getBoolean(REQUIRED)
        || DockerClientFactory.instance().isDockerAvailable()) {
      return true;
    }
    tellOnce(NO_ENGINE);
    return false;
  }

  /**
   * The one control plane of this JVM. Skips the calling test where there is no way to have one.
   */
  static synchronized ControlPlane shared() {
    if (shared == null) {
      shared = tryOnce(ControlPlane::open);
    }
    return shared;
  }

  private static ControlPlane tryOnce(Supplier<@Nullable ControlPlane> open) {
    if (cannotBeHad != null) {
      throw skip(cannotBeHad);
    }
    try {
      ControlPlane opened = open.get();
      if (opened != null) {
        return opened;
      }
    } catch (RuntimeException e) {
      cannotBeHad = "the control plane failed to start, as an earlier test told";
      throw e;
    }
    cannotBeHad = NO_ENGINE;
    throw skip(cannotBeHad);
  }

  private static @Nullable ControlPlane open() {
    String given = kubeconfigGiven();
    if (!given.isEmpty()) {
      return new ControlPlane(read(Path.of(given)), null);
    }
    // How soon a claim is seen to be Lost; by default it can take 15 s.
    return start("--kube-controller-manager-arg=pvclaimbinder-sync-period=1s");
  }

  /**
   * One of a test's own, to be stopped by it, whose PV controller looks at everything anew as
   * seldom as by default. Skips the calling test where there is none to be had.
   */
  static synchronized ControlPlane withDefaultResync() {
    if (!kubeconfigGiven().isEmpty()) {
      throw skip("a cluster of handoff.it.kubeconfig resyncs as it does");
    }
    return tryOnce(ControlPlane::start);
  }

  private static String kubeconfigGiven() {
    return System.getProperty("handoff.it.kubeconfig", "");
  }

  /** Null where there is no Docker engine. */
  private static @Nullable ControlPlane start(String... more) {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      return null;
    }
    K3sContainer container = new ControlPlaneContainer().start(more);
    return new ControlPlane(container.getKubeConfigYaml(), container);
  }

  /** Ends one that is not shared. */
  void stop() {
    admin.close();
    if (container != null) {
      container.stop();
    }
  }

  /** The cluster's administrator. Shared: not to be closed by a test. */
  KubernetesClient admin() {
    return admin;
  }

  /** The administrator's kubeconfig, for a program that takes one. */
  String kubeconfig() {
    return kubeconfig;
  }

  /** Makes a namespace of its own for a test, and returns its name. */
  String createNamespace(String prefix) {
    return admin
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withGenerateName(prefix + "-")
                .endMetadata()
                .build())
        .create()
        .getMetadata()
        .getName();
  }

  /** Makes a service account without any permission, and returns its user name. */
  String createServiceAccount(String namespace, String name) {
    admin
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .build())
        .create();
    return "system:serviceaccount:" + namespace + ":" + name;
  }

  /** A client that is a service account to the API server. To be closed by the test. */
  KubernetesClient serviceAccountClient(String namespace, String name) {
    return new KubernetesClientBuilder().withConfig(serviceAccountConfig(namespace, name)).build();
  }

  /** The configuration of {@link #serviceAccountClient}. */
  Config serviceAccountConfig(String namespace, String name) {
    TokenRequest request =
        new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3600L).endSpec().build();
    TokenRequest granted =
        admin.serviceAccounts().inNamespace(namespace).withName(name).tokenRequest(request);
    // From an empty configuration: the administrator's has a client certificate, which would win.
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(adminConfig.getMasterUrl())
        .withCaCertData(adminConfig.getCaCertData())
        .withCaCertFile(adminConfig.getCaCertFile())
        .withTrustCerts(adminConfig.isTrustCerts())
        .withNamespace(namespace)
        .withOauthToken(granted.getStatus().getToken())
        .build();
  }

  /** Whether {@link #auditLog} can tell anything; a given cluster's log is out of reach. */
  boolean hasAuditLog() {
    return container != null;
  }

  /**
   * All requests so far, in the order in which they were answered. A request is in the log before
   * the client sees the end of its response; a watch, from the beginning of its response on. Skips
   * the calling test where there is no audit log.
   */
  ImmutableList<AuditRecord> auditLog() {
    if (container == null) {
      throw skip("the cluster of handoff.it.kubeconfig gives no audit log");
    }
    String log =
        container.copyFileFromContainer(
            ControlPlaneContainer.AUDIT_LOG, content -> new String(content.readAllBytes(), UTF_8));
    JsonMapper json = new JsonMapper();
    // A watch has a record when it starts and one when it ends.
    Map<String, AuditRecord> byId = new LinkedHashMap<>();
    // What follows the last newline is a line that is being written.
    String whole = log.substring(0, log.lastIndexOf('\n') + 1);
    for (String line : Splitter.on('\n').omitEmptyStrings().split(whole)) {
      try {
        AuditRecord record = AuditRecord.parse(json.readTree(line));
        byId.putIfAbsent(record.id(), record);
      } catch (IOException e) {
        throw new UncheckedIOException("not an audit record: " + line, e);
      }
    }
    return ImmutableList.copyOf(byId.values());
  }

  /** The requests of one user so far. */
  ImmutableList<AuditRecord> auditLog(String user) {
    return auditLog().stream()
        .filter(record -> record.user().equals(user))
        .collect(ImmutableList.toImmutableList());
  }

  private static RuntimeException skip(String reason) {
    checkState(!Boolean.getBoolean(REQUIRED), "%s is set: %s", REQUIRED, reason);
    tellOnce(reason);
    return Assumptions.abort(reason);
  }

  /** Maven's output has no reason for a skipped test. */
  private static void tellOnce(String reason) {
    if (TOLD.add(reason)) {
      System.err.println("Integration tests are skipped: " + reason);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("handoff.it.kubeconfig", e);
    }
  }
}
