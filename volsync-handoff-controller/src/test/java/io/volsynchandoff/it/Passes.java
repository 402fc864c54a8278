// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.controller.vrg.StatusWriter;
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
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The controller's passes one by one, as its loop runs them, without the loop. */
final class Passes implements AutoCloseable {
  private static final int MORE = 10;

  private final KubernetesClient client;
  private final VrgCache groups;
  private final InformerReads reads;
  private final VrgApi api;
  private final StatusWriter status;
  private final ExecutorService writes = Executors.newCachedThreadPool();
  private final HandoffPass pass;

  private Passes(Stage stage) {
    client = RunningController.client(stage);
    groups = new VrgCache(client, (group, change) -> {});
    reads =
        new InformerReads(
            client, Scope.of(ImmutableSet.of(stage.namespace())), InstantSource.system(), it -> {});
    api = new VrgApi(client);
    status = new StatusWriter(api, groups);
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
    return run(Vrg.of(group.require()));
  }

  private PassResult run(Vrg vrg) {
    return pass.run(new VrgGroupPort(vrg, groups, api, reads, ImmutableSet.of()));
  }

  /** Ten more passes write nothing, and have nothing to write later: no status either. */
  static void assertFixedPoint(Stage stage, Group group) {
    try (Passes passes = Passes.open(stage)) {
      for (int pass = 0; pass < MORE; pass++) {
        passes.assertWritesNothing(group);
      }
    }
  }

  private void assertWritesNothing(Group group) {
    Vrg vrg = Vrg.of(group.require());
    PassResult result = run(vrg);
    assertThat(result.applied()).isEmpty();
    StatusWriter.Publication publication =
        status.publish(vrg, Objects.requireNonNull(result.decision()), true, Instant.now());
    assertThat(publication.outcome()).isNull();
    assertThat(publication.dueAfter()).isNull();
  }

  @Override
  public void close() {
    reads.close();
    groups.close();
    writes.shutdown();
    client.close();
  }
}
