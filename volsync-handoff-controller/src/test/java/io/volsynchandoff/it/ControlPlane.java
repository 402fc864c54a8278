// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static com.google.common.base.Preconditions.checkState;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
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
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The Kubernetes control plane that the integration tests share: a container, started when the
 * first test asks for it and gone when this JVM ends, or the cluster of a given kubeconfig.
 *
 * <p>System properties: {@code handoff.it.image} and {@code handoff.it.privileged} for the
 * container, {@code handoff.it.kubeconfig} for a cluster that is there already (empty: none), and
 * {@code handoff.it.required}, with which a test that cannot run fails instead of being skipped.
 */
final class ControlPlane {

  private static final String AUDIT_LOG = "/tmp/audit.log";
  private static final String AUDIT_POLICY = "/etc/handoff/audit-policy.yaml";

  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private static @Nullable ControlPlane shared;
  // Kept, so that each of many tests ends at once instead of waiting again.
  private static @Nullable String failure;
  private static @Nullable String skipReason;

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

  /**
   * The one control plane of this JVM. Skips the calling test where there is no way to have one.
   */
  static synchronized ControlPlane shared() {
    if (shared == null) {
      if (failure != null) {
        throw new IllegalStateException("The control plane could not be had before: " + failure);
      }
      if (skipReason != null) {
        throw skip(skipReason);
      }
      try {
        shared = open();
      } catch (RuntimeException e) {
        failure = e.toString();
        throw e;
      }
    }
    if (shared == null) {
      skipReason = "no Docker engine is reachable, and handoff.it.kubeconfig names no cluster";
      throw skip(skipReason);
    }
    return shared;
  }

  private static @Nullable ControlPlane open() {
    String given = System.getProperty("handoff.it.kubeconfig", "");
    if (!given.isEmpty()) {
      return new ControlPlane(read(Path.of(given)), null);
    }
    // How soon a claim is seen to be Lost; by default it can take 15 s.
    return start("--kube-controller-manager-arg=pvclaimbinder-sync-period=1s");
  }

  /**
   * One of a test's own, to be stopped by it, whose PV controller looks at everything anew as
   * seldom as by default. Skips the calling test where there is no Docker engine.
   */
  static ControlPlane withDefaultResync() {
    ControlPlane plane = start();
    if (plane == null) {
      throw skip("no Docker engine is reachable");
    }
    return plane;
  }

  /** Null where there is no Docker engine. */
  private static @Nullable ControlPlane start(String... more) {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      return null;
    }
    String image = System.getProperty("handoff.it.image", "rancher/k3s:v1.33.1-k3s1");
    boolean privileged = Boolean.parseBoolean(System.getProperty("handoff.it.privileged", "true"));
    // Not closed here: Testcontainers removes it when the JVM ends.
    K3sContainer container =
        new K3sContainer(DockerImageName.parse(image).asCompatibleSubstituteFor("rancher/k3s"));
    container
        .withPrivilegedMode(privileged)
        .withStartupTimeout(Duration.ofMinutes(2))
        .withCopyToContainer(Transferable.of(auditPolicy()), AUDIT_POLICY)
        .withCommand(
            ImmutableList.<String>builder()
                .add(
                    "server",
                    "--disable=traefik",
                    "--disable=metrics-server",
                    "--tls-san=" + container.getHost(),
                    "--kube-apiserver-arg=audit-policy-file=" + AUDIT_POLICY,
                    "--kube-apiserver-arg=audit-log-path=" + AUDIT_LOG,
                    // Above what any test writes: a rotated log would lose records.
                    "--kube-apiserver-arg=audit-log-maxsize=2000")
                .add(more)
                .build()
                .toArray(new String[0]))
        .start();
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
            AUDIT_LOG, content -> new String(content.readAllBytes(), UTF_8));
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
    checkState(
        !Boolean.getBoolean("handoff.it.required"), "handoff.it.required is set: %s", reason);
    // Once each, because Maven's output has no reason for a skipped test.
    if (TOLD.add(reason)) {
      System.err.println("Integration tests are skipped: " + reason);
    }
    return Assumptions.abort(reason);
  }

  private static String auditPolicy() {
    try {
      return Resources.toString(
          Resources.getResource(ControlPlane.class, "audit-policy.yaml"), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
