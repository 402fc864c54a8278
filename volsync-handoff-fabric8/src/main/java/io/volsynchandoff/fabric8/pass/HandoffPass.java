// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.fabric8.read.ClusterReads;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/** Runs one pass over one group. */
public final class HandoffPass {
  private final HandoffPlanner planner;
  private final ClusterReads reads;
  private final KubernetesClient client;
  private final InstantSource clock;
  private final Executor executor;

  /**
   * @param reads the cache that decisions are made on
   * @param client for live reads and writes
   * @param executor for the writes and dry runs of members; its bound is the bound on them
   */
  public HandoffPass(
      HandoffPlanner planner,
      ClusterReads reads,
      KubernetesClient client,
      InstantSource clock,
      Executor executor) {
    this.planner = planner;
    this.reads = reads;
    this.client = client;
    this.clock = clock;
    this.executor = executor;
  }

  /**
   * At most one at a time for a group; several groups at once are fine.
   *
   * @throws RuntimeException whatever {@link GroupPort#observe} throws
   */
  public PassResult run(GroupPort group) {
    if (client.getNamespace() == null) {
      throw new IllegalStateException(reads.nodes().why());
    }
    GroupFacts facts = group.observe();
    return new PassResult(
        null,
        ImmutableList.of(),
        "not built yet "
            + facts.otherAnnotationBytes()
            + planner.policy()
            + clock.instant()
            + executor.hashCode(),
        null);
  }
}
