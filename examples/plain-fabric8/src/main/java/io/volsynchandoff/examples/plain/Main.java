// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/** Serves the VolumeMoves of the cluster that the kubeconfig names, until it is interrupted. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    try (KubernetesClient client = new KubernetesClientBuilder().build();
        MoveLoop loop = new MoveLoop(client, InstantSource.system())) {
      loop.start();
      Runtime.getRuntime().addShutdownHook(new Thread(loop::close));
      new CountDownLatch(1).await();
    }
  }
}
