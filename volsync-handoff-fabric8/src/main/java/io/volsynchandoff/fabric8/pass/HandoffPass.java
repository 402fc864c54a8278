// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.fabric8.apply.ActionApplier;
import io.volsynchandoff.fabric8.read.ClusterReads;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * Runs passes over groups. What it remembers between them (its own last writes, the answers to dry
 * runs) saves requests and time; losing it with the process loses nothing else.
 */
public final class HandoffPass {
  private final PassTools tools;

  /**
   * Safe for use by many threads.
   *
   * @param reads the cache that decisions are made on
   * @param client for live reads and writes
   * @param executor for the requests of several members at once; its bound is the bound on requests
   *     in flight. A pass waits for it, so that it must not be what runs the passes
   */
  public HandoffPass(
      HandoffPlanner planner,
      ClusterReads reads,
      KubernetesClient client,
      InstantSource clock,
      Executor executor) {
    this.tools =
        new PassTools(
            planner,
            reads,
            client,
            clock,
            new ActionApplier(client),
            new MemberTasks(executor),
            new RehearsalMemory(planner.policy().refusedRetry()),
            new OwnWrites(),
            new ObjectEyes(reads, client));
  }

  /**
   * Observes, decides, reads live and rehearses what the decision needs, decides again, and carries
   * out what was decided: the group's action alone, or those of its members at once. At most one at
   * a time for a group; several groups at once are fine.
   *
   * @throws RuntimeException whatever {@link GroupPort} throws
   */
  public PassResult run(GroupPort group) {
    GroupFacts facts = group.observe();
    GroupIntent intent = facts.intent();
    Instant now = tools.clock().instant();
    Meta object = intent.object();
    String awaited = tools.ownWrites().awaited(intent.group(), object, tools.eyes(), now);
    if (awaited != null) {
      return new PassResult(null, ImmutableList.of(), awaited, OwnWrites.PATIENCE);
    }
    return new PassRun(tools, group, facts).run();
  }

  /** To be called once a group is gone: what is remembered of it goes too. */
  public void forget(GroupRef group) {
    tools.ownWrites().forget(group);
    tools.rehearsals().forget(group);
  }
}
