// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.fabric8.played.Pacing;
import io.volsynchandoff.fabric8.played.PlayedCluster;
import io.volsynchandoff.fabric8.played.PlayedInfrastructure;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.played.PlayedScope;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.fabric8.played.ServedRequest;
import io.volsynchandoff.fabric8.read.InformerReads;
import io.volsynchandoff.fabric8.read.ReadChange;
import io.volsynchandoff.fabric8.read.Scope;
import io.volsynchandoff.testkit.model.Models;
import io.volsynchandoff.testkit.state.ClusterState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * A program's group of two running, synced claims on a played cluster, and the passes over it: each
 * when something has changed.
 */
final class PassStage implements AutoCloseable {
  private static final String AGENT = "handoff";
  private static final PlayedScope SCOPE =
      new PlayedScope("app", "played.example.com", ImmutableSet.of("node-1"));

  final ImmutableList<PlayedMember> members =
      ImmutableList.of(
          new PlayedMember(new ClaimKey("app", "data-1")),
          new PlayedMember(new ClaimKey("app", "data-2")));
  final PreciseMockServer server = PreciseMockServer.start();
  final KubernetesClient played = server.client("played");
  final PlayedInfrastructure infrastructure =
      PlayedInfrastructure.create(played, SCOPE, true, InstantSource.system());
  final PlayedCluster cluster =
      PlayedCluster.start(
          played,
          SCOPE,
          Models.everyone(SCOPE.driver(), SCOPE.driver()),
          Pacing.immediate(),
          InstantSource.system());
  final List<Applied> writes = new ArrayList<>();
  final InformerReads reads;
  final ProgramGroup group;

  private final KubernetesClient client = server.client(AGENT);
  private final BlockingQueue<ReadChange> changes = new LinkedBlockingQueue<>();
  private final ExecutorService executor = Executors.newFixedThreadPool(4);
  private final HandoffPass pass;
  private Duration ahead = Duration.ZERO;

  PassStage() {
    InstantSource clock = () -> Instant.now().plus(ahead);
    reads = new InformerReads(client, Scope.of(ImmutableSet.of("app")), clock, changes::add);
    group = new ProgramGroup(new GroupRef("app", "group", "0f1e2d3c-group"), reads);
    pass =
        new HandoffPass(
            HandoffPlanner.with(HandoffPolicy.defaults()), reads, client, clock, executor);
    played
        .resource(new NamespaceBuilder().withNewMetadata().withName("app").endMetadata().build())
        .create();
    createSecret();
    for (PlayedMember member : members) {
      cluster.act(member.createClaim(SCOPE.driver(), ImmutableMap.of(ProgramGroup.LABEL, "g")));
      cluster.act(member.start("node-1"));
      await(state -> cluster.act(member.write()));
      cluster.act(member.createSource("0 0 1 1 *", "psk"));
    }
    assertThat(reads.start()).succeedsWithin(Duration.ofSeconds(10));
  }

  void createSecret() {
    played
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace("app")
                .withName("psk")
                .endMetadata()
                .build())
        .create();
  }

  void stopApplication() {
    members.forEach(member -> cluster.act(member.stop()));
  }

  /** The clock of the passes goes on by that much. */
  void skip(Duration time) {
    ahead = ahead.plus(time);
  }

  ImmutableList<ServedRequest> requests() {
    return server.requests().stream()
        .filter(request -> request.userAgent().equals(AGENT))
        .collect(ImmutableList.toImmutableList());
  }

  /** Passes, each after a change, until a decision is as wanted. */
  GroupDecision runUntil(Predicate<GroupDecision> wanted) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(1))
        .pollInSameThread()
        .until(this::runOnce, wanted);
  }

  /** One pass, held ones aside, and then nothing until something changes or a moment is over. */
  private GroupDecision runOnce() throws InterruptedException {
    PassResult result = run();
    GroupDecision decision = result.decision();
    if (decision == null) {
      changes.poll(1, TimeUnit.SECONDS);
      return runOnce();
    }
    if (!result.applied().isEmpty() || decision.wakeAfter() != null) {
      changes.poll(500, TimeUnit.MILLISECONDS);
    }
    changes.clear();
    return decision;
  }

  /** One pass. */
  PassResult run() {
    PassResult result = pass.run(group);
    writes.addAll(result.applied());
    GroupDecision decision = result.decision();
    if (decision != null) {
      group.publish(decision);
    }
    return result;
  }

  void await(Predicate<ClusterState> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> condition.test(cluster.state()));
  }

  @Override
  public void close() {
    reads.close();
    cluster.close();
    infrastructure.close();
    executor.shutdownNow();
    client.close();
    played.close();
    server.close();
  }
}
