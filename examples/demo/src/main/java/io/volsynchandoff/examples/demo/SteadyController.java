// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.controller.loop.ControllerOptions;
import io.volsynchandoff.controller.loop.HandoffController;
import io.volsynchandoff.core.HandoffPolicy;
import java.time.InstantSource;

/** One controller that lives to the end. */
final class SteadyController implements RunningController {
  private final KubernetesClient client;
  private final HandoffController controller;

  private SteadyController(KubernetesClient client) {
    this.client = client;
    this.controller =
        new HandoffController(
            client, ControllerOptions.defaults(HandoffPolicy.defaults()), InstantSource.system());
  }

  static SteadyController on(DemoCluster cluster) {
    return new SteadyController(cluster.controllersClient(interceptors -> {}));
  }

  @Override
  public void start() {
    controller.start().join();
  }

  @Override
  public int crashes() {
    return 0;
  }

  @Override
  public void close() {
    controller.close();
    client.close();
  }
}
