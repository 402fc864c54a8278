// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Starts the container of a control plane, with one try for the image and one for the container.
 * What fails tells which properties choose another one, and fails at once: Testcontainers itself
 * goes on trying for minutes.
 */
final class ControlPlaneContainer {
  static final String AUDIT_LOG = "/tmp/audit.log";

  private static final String AUDIT_POLICY = "/etc/handoff/audit-policy.yaml";
  private static final Duration PULL_TIME = Duration.ofMinutes(5);
  private static final Duration START_TIME = Duration.ofMinutes(2);
  private static final int LAST_WORDS = 1000;

  private final String image = System.getProperty("handoff.it.image", "rancher/k3s:v1.33.1-k3s1");
  private final boolean privileged =
      Boolean.parseBoolean(System.getProperty("handoff.it.privileged", "true"));

  /**
   * Starts one, which Testcontainers removes when the JVM ends.
   *
   * @param more arguments of k3s
   * @throws IllegalStateException where the image is not to be had, or does not start
   */
  K3sContainer start(String... more) {
    haveImage();
    K3sContainer container = container(more);
    try {
      container.start();
    } catch (RuntimeException e) {
      throw failure("starts no container" + (privileged ? " that is privileged" : ""), rootOf(e));
    }
    return container;
  }

  private void haveImage() {
    DockerClient docker = DockerClientFactory.instance().client();
    try {
      var unused = docker.inspectImageCmd(image).exec();
    } catch (NotFoundException absent) {
      pull(docker);
    }
  }

  private void pull(DockerClient docker) {
    try {
      if (!docker
          .pullImageCmd(image)
          .exec(new PullImageResultCallback())
          .awaitCompletion(PULL_TIME.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("not done in " + PULL_TIME);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (RuntimeException e) {
      throw failure("is not there and cannot be pulled", rootOf(e));
    }
  }

  private IllegalStateException failure(String what, Throwable why) {
    return new IllegalStateException(
        "The image "
            + image
            + " "
            + what
            + ". Choose with -Dhandoff.it.image=IMAGE -Dhandoff.it.privileged=true|false, or run on"
            + " a cluster with -Dhandoff.it.kubeconfig=FILE; see the README. The Docker engine"
            + " says: "
            + why.getMessage());
  }

  private static Throwable rootOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null ? failure : rootOf(cause);
  }

  private K3sContainer container(String... more) {
    K3sContainer container =
        new K3sContainer(DockerImageName.parse(image).asCompatibleSubstituteFor("rancher/k3s"));
    container
        .withPrivilegedMode(privileged)
        .withImagePullPolicy(name -> false)
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
        .setWaitStrategy(new UpOrEnded().withStartupTimeout(START_TIME));
    return container;
  }

  private static String auditPolicy() {
    try {
      return Resources.toString(
          Resources.getResource(ControlPlaneContainer.class, "audit-policy.yaml"), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** K3sContainer's own strategy waits for its whole time for a container that has ended. */
  private static final class UpOrEnded extends AbstractWaitStrategy {
    private static final String UP = "Node controller sync successful";

    @Override
    protected void waitUntilReady() {
      Awaitility.await()
          .atMost(startupTimeout)
          .pollInterval(Duration.ofMillis(250))
          .until(() -> waitStrategyTarget.getLogs().contains(UP) || fail());
    }

    /** False while it runs. */
    private boolean fail() {
      if (waitStrategyTarget.isRunning()) {
        return false;
      }
      String log = waitStrategyTarget.getLogs().strip();
      throw new ContainerLaunchException(
          "it ended: " + log.substring(Math.max(0, log.length() - LAST_WORDS)));
    }
  }
}
