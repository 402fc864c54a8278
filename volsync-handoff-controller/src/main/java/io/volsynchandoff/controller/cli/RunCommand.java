// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.controller.files.InputError;
import io.volsynchandoff.controller.loop.ControllerOptions;
import io.volsynchandoff.controller.loop.HandoffController;
import io.volsynchandoff.controller.vrg.VrgApi;
import io.volsynchandoff.controller.vrg.VrgCrd;
import io.volsynchandoff.core.snapshot.Observed;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the controller until it is told to end. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Runs the controller. SIGTERM and SIGINT end it between two writes.")
final class RunCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(RunCommand.class);

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--groups-at-once",
      paramLabel = "N",
      description = "Groups that are worked on at a time. Default: ${DEFAULT-VALUE}.")
  private int groupsAtOnce = 8;

  @Option(
      names = "--writes-at-once",
      paramLabel = "N",
      description = "Writes in flight, over all groups. Default: ${DEFAULT-VALUE}.")
  private int writesAtOnce = 16;

  @Override
  public Integer call() throws InterruptedException {
    try (KubernetesClient client = cluster.client()) {
      requireCrd(new VrgApi(client));
      return serve(client);
    }
  }

  /** Never installed from here: who may install CRDs may do far more than this controller. */
  private static void requireCrd(VrgApi api) {
    Observed<Boolean> served = api.isServed();
    if (served.matches(it -> !it)) {
      throw new InputError(
          "the cluster has no CRD "
              + VrgCrd.NAME
              + "; install it with: volsync-handoff crds | kubectl apply -f -");
    }
    if (served.isUnknown()) {
      log.warn("VolumeReplicationGroups cannot be listed: {}", served.why());
    }
  }

  private int serve(KubernetesClient client) throws InterruptedException {
    ControllerOptions options =
        new ControllerOptions(
            cluster.policy(), cluster.scope(), cluster.groups(), groupsAtOnce, writesAtOnce);
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, ended), "handoff-stop"));
    try (HandoffController controller =
        new HandoffController(client, options, InstantSource.system())) {
      var unused = controller.start();
      told.await();
      boolean clean = controller.stop(HandoffController.GRACE);
      log.info(clean ? "Ended between two writes" : "Ended though a pass still ran");
      return clean ? ExitCode.DONE : ExitCode.ERROR;
    } finally {
      ended.countDown();
    }
  }

  /** The process lives until its shutdown hooks return. */
  private static void end(CountDownLatch told, CountDownLatch ended) {
    told.countDown();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
