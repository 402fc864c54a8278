// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.fabric8.pass.HandoffPass;
import io.volsynchandoff.fabric8.pass.PassResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loop of one thread: any change wakes it, it runs one pass over every move, and sleeps until the
 * next change or until the earliest time that a decision named.
 */
final class MoveLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MoveLoop.class);

  private static final PatchContext MERGE =
      new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE).build();

  private final KubernetesClient client;
  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService writes = Executors.newFixedThreadPool(4);
  private final AtomicBoolean woken = new AtomicBoolean();
  private final SharedIndexInformer<VolumeMove> moves;
  private final ProgramCache cache;
  private final HandoffPass pass;
  private @Nullable ScheduledFuture<?> timer;

  MoveLoop(KubernetesClient client, InstantSource clock) {
    this.client = client;
    moves = client.resources(VolumeMove.class).inAnyNamespace().runnableInformer(0);
    moves.exceptionHandler((started, failure) -> true);
    moves.addEventHandler(new WakingOnMoves());
    cache = new ProgramCache(client, this::wake);
    pass =
        new HandoffPass(
            HandoffPlanner.with(HandoffPolicy.defaults()), cache, client, clock, writes);
  }

  /** Returns at once; passes begin as the lists come in. */
  void start() {
    cache.start();
    moves.start();
    wake();
  }

  /** However many changes come while a pass runs, one more pass follows it. */
  private void wake() {
    if (woken.compareAndSet(false, true) && !loop.isShutdown()) {
      loop.execute(this::passOverAll);
    }
  }

  private void passOverAll() {
    woken.set(false);
    for (VolumeMove move : moves.getStore().list()) {
      try {
        passOver(move);
      } catch (RuntimeException e) {
        log.error(
            "the pass over {} failed; the next change runs it again", MoveGroup.refOf(move), e);
      }
    }
  }

  private void passOver(VolumeMove move) {
    PassResult result = pass.run(new MoveGroup(client, move));
    result.applied().forEach(it -> log.info("{}: {}", it.action(), it.outcome()));
    GroupDecision decision = result.decision();
    if (decision != null && result.applied().isEmpty()) {
      publish(move, decision);
    }
    wakeLater(result.wakeAfter());
  }

  /** One timer is enough: an earlier time takes the place of a later one, and a pass asks anew. */
  private void wakeLater(@Nullable Duration after) {
    if (after == null || loop.isShutdown()) {
      return;
    }
    ScheduledFuture<?> before = timer;
    if (before == null || before.isDone() || before.getDelay(MILLISECONDS) > after.toMillis()) {
      timer = loop.schedule(this::wake, after.toMillis(), MILLISECONDS);
      if (before != null) {
        before.cancel(false);
      }
    }
  }

  /** Writes the status where it says something new; a conflict means that another pass will. */
  private void publish(VolumeMove move, GroupDecision decision) {
    String phase = decision.phase().text();
    List<Condition> conditions = PublishedConditions.write(decision.conditions());
    List<MovedClaim> claims = decision.members().stream().map(MoveLoop::claim).toList();
    VolumeMoveStatus before = move.getStatus();
    if (phase.equals(before.getPhase())
        && conditions.equals(before.getConditions())
        && claims.equals(before.getClaims())) {
      return;
    }
    String json =
        client
            .getKubernetesSerialization()
            .asJson(
                Map.of(
                    "metadata", Map.of("resourceVersion", move.getMetadata().getResourceVersion()),
                    "status", Map.of("phase", phase, "conditions", conditions, "claims", claims)));
    try {
      var unused = client.resource(move).subresource("status").patch(MERGE, json);
    } catch (KubernetesClientException e) {
      log.warn("the status of {} was not written: {}", MoveGroup.refOf(move), e.getMessage());
    }
  }

  private static MovedClaim claim(Decision decision) {
    return new MovedClaim(
        decision.member().name(),
        decision.phase().text(),
        PublishedConditions.write(decision.conditions()));
  }

  @Override
  public void close() {
    moves.close();
    cache.close();
    loop.shutdownNow();
    writes.shutdown();
  }

  private final class WakingOnMoves implements ResourceEventHandler<VolumeMove> {
    @Override
    public void onAdd(VolumeMove move) {
      wake();
    }

    @Override
    public void onUpdate(VolumeMove before, VolumeMove after) {
      wake();
    }

    @Override
    public void onDelete(@Nullable VolumeMove move, boolean finalStateUnknown) {
      if (move != null) {
        pass.forget(MoveGroup.refOf(move));
      }
      wake();
    }
  }
}
