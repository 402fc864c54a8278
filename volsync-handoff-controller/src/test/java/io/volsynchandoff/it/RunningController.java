// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.controller.loop.ControllerOptions;
import io.volsynchandoff.controller.loop.HandoffController;
import io.volsynchandoff.core.HandoffPolicy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * The controller as it is run by {@code run}, by a service account that may do what the project's
 * manifests grant.
 */
final class RunningController implements AutoCloseable {
  private static final String SERVICE_ACCOUNT = "volsync-handoff";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String user;
  private final KubernetesClient client;
  private final HandoffController controller;

  private RunningController(Stage stage, HandoffPolicy policy) {
    user = "system:serviceaccount:" + stage.namespace() + ":" + SERVICE_ACCOUNT;
    client = client(stage);
    controller =
        new HandoffController(client, ControllerOptions.defaults(policy), InstantSource.system());
  }

  /** Makes the service account with its permissions. */
  static ShippedRbac grant(Stage stage) {
    var unused = stage.plane().createServiceAccount(stage.namespace(), SERVICE_ACCOUNT);
    return ShippedRbac.grant(stage.admin(), stage.namespace(), SERVICE_ACCOUNT);
  }

  /** Returns when everything was listed once. */
  static RunningController start(Stage stage) {
    return start(stage, HandoffPolicy.defaults());
  }

  static RunningController start(Stage stage, HandoffPolicy policy) {
    RunningController running = new RunningController(stage, policy);
    running.controller.start().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    return running;
  }

  /** As the audit log names it. */
  String user() {
    return user;
  }

  /** A client of the controller's service account, to be closed by the caller. */
  static KubernetesClient client(Stage stage) {
    return stage.plane().serviceAccountClient(stage.namespace(), SERVICE_ACCOUNT);
  }

  @Override
  public void close() {
    try {
      if (!controller.stop(PATIENCE)) {
        throw new IllegalStateException("a pass has not ended in " + PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      client.close();
    }
  }
}
