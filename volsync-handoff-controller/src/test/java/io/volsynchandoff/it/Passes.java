// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.controller.vrg.VrgApi;
import io.volsynchandoff.controller.vrg.VrgCache;
import io.volsynchandoff.controller.vrg.VrgGroupPort;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.fabric8.pass.HandoffPass;
import io.volsynchandoff.fabric8.pass.PassResult;
import io.volsynchandoff.fabric8.read.InformerReads;
import io.volsynchandoff.fabric8.read.Scope;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The controller's passes one by one, as its loop runs them, without the loop. */
final class Passes implements AutoCloseable {
  private final KubernetesClient client;
  private final VrgCache groups;
  private final InformerReads reads;
  private final VrgApi api;
  private final ExecutorService writes = Executors.newCachedThreadPool();
  private final HandoffPass pass;

  private Passes(Stage stage) {
    client = RunningController.client(stage);
    groups = new VrgCache(client, (group, change) -> {});
    reads =
        new InformerReads(
            client, Scope.of(ImmutableSet.of(stage.namespace())), InstantSource.system(), it -> {});
    api = new VrgApi(client);
    pass =
        new HandoffPass(
            HandoffPlanner.with(HandoffPolicy.defaults()),
            reads,
            client,
            InstantSource.system(),
            writes);
  }

  /** With caches that have seen everything once. */
  static Passes open(Stage stage) {
    Passes passes = new Passes(stage);
    passes.reads.start().join();
    passes.groups.start().toCompletableFuture().join();
    return passes;
  }

  PassResult run(Group group) {
    VrgGroupPort port =
        new VrgGroupPort(Vrg.of(group.require()), groups, api, reads, ImmutableSet.of());
    return pass.run(port);
  }

  @Override
  public void close() {
    reads.close();
    groups.close();
    writes.shutdown();
    client.close();
  }
}
