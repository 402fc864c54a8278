// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.apply.Outcome;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whole relocations of a program's own group over HTTP, on played storage: what is left in the
 * cluster, and what it cost in requests.
 */
class ProgramGroupRelocationTest {
  private static final String AGENT = "handoff";
  private static final PlayedScope SCOPE =
      new PlayedScope("app", "played.example.com", ImmutableSet.of("node-1"));
  private static final ImmutableList<PlayedMember> MEMBERS =
      ImmutableList.of(
          new PlayedMember(new ClaimKey("app", "data-1")),
          new PlayedMember(new ClaimKey("app", "data-2")));

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient played = server.client("played");
  private final KubernetesClient client = server.client(AGENT);
  private final BlockingQueue<ReadChange> changes = new LinkedBlockingQueue<>();
  private final ExecutorService executor = Executors.newFixedThreadPool(4);
  private final PlayedInfrastructure infrastructure =
      PlayedInfrastructure.create(played, SCOPE, true, InstantSource.system());
  private final PlayedCluster cluster =
      PlayedCluster.start(
          played,
          SCOPE,
          Models.everyone(SCOPE.driver(), SCOPE.driver()),
          Pacing.immediate(),
          InstantSource.system());
  private final InformerReads reads =
      new InformerReads(
          client, Scope.of(ImmutableSet.of("app")), InstantSource.system(), changes::add);
  private final HandoffPass pass =
      new HandoffPass(
          HandoffPlanner.with(HandoffPolicy.defaults()),
          reads,
          client,
          InstantSource.system(),
          executor);
  private final ProgramGroup group =
      new ProgramGroup(new GroupRef("app", "group", "0f1e2d3c-group"), reads);

  private final List<Applied> writes = new ArrayList<>();

  @BeforeEach
  void setUp() {
    played
        .resource(new NamespaceBuilder().withNewMetadata().withName("app").endMetadata().build())
        .create();
    played
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace("app")
                .withName("psk")
                .endMetadata()
                .build())
        .create();
    for (PlayedMember member : MEMBERS) {
      cluster.act(member.createClaim(SCOPE.driver(), ImmutableMap.of(ProgramGroup.LABEL, "g")));
      cluster.act(member.start("node-1"));
      await(state -> cluster.act(member.write()));
      cluster.act(member.createSource("0 0 1 1 *", "psk"));
    }
    assertThat(reads.start()).succeedsWithin(Duration.ofSeconds(10));
  }

  @AfterEach
  void tearDown() {
    reads.close();
    cluster.close();
    infrastructure.close();
    executor.shutdownNow();
    client.close();
    played.close();
    server.close();
  }

  @Test
  void carriesTheLastWriteAndLeavesNothingButJournals() {
    runUntil(decision -> decision.phase() == Phase.PROTECTED);
    group.relocate();
    runUntil(decision -> decision.isBlockedBy(Blocker.CLAIM_IN_USE));
    server.forgetRequests();
    writes.clear();
    for (PlayedMember member : MEMBERS) {
      cluster.act(member.write());
      cluster.act(member.stop());
    }
    runUntil(decision -> decision.phase() == Phase.RELINQUISHED);

    for (PlayedMember member : MEMBERS) {
      assertRelinquished(member);
    }
    assertThat(played.genericKubernetesResources(ApiNames.REPLICATION_SOURCES).list().getItems())
        .isEmpty();
    assertBudget();
    assertRest();
  }

  private void assertRelinquished(PlayedMember member) {
    ClusterState state = cluster.state();
    assertThat(member.carried(state)).isEqualTo(2);
    VolumeView volume = reads.volumesOfClaim(member.key()).known().get(0);
    assertThat(PlayedMember.lastWrite(state, state.volume(volume.meta().name()))).isEqualTo(2);
    assertThat(volume.phase()).isEqualTo(VolumeView.Phase.RELEASED);
    assertThat(volume.policy()).isEqualTo(VolumeView.ReclaimPolicy.RETAIN);
    ClaimRef claimRef = requireNonNull(volume.claimRef());
    assertThat(claimRef.claim()).isEqualTo(HandoffNames.temporaryClaim(member.key()));
    assertThat(claimRef.uid()).isNotNull();
    assertThat(state.claim(HandoffNames.temporaryClaim(member.key()))).isNull();
    assertThat(requireNonNull(member.claim(state)).meta().finalizers())
        .doesNotContain(HandoffNames.CLAIM_FINALIZER);
  }

  /** Counted from when the freeze was recorded and the claims were still in use. */
  private void assertBudget() {
    ImmutableList<ServedRequest> ours = ours();
    assertThat(writes).filteredOn(write -> write.outcome().isApplied()).hasSize(8 * MEMBERS.size());
    assertThat(writes)
        .filteredOn(write -> !write.outcome().isApplied())
        .allMatch(write -> write.outcome().answer() == Outcome.Answer.CONFLICT);
    assertThat(ours.stream().filter(ServedRequest::isWrite)).hasSameSizeAs(writes);
    assertThat(ours.stream().filter(ServedRequest::isDryRun))
        .hasSizeLessThanOrEqualTo(2 * MEMBERS.size());
    assertThat(ours.stream().filter(it -> it.isList() && it.path().contains("/namespaces/")))
        .hasSizeLessThanOrEqualTo(8);
    assertThat(ours.stream().filter(it -> it.verb().equals("get")))
        .hasSizeLessThanOrEqualTo(2 * MEMBERS.size());
  }

  /** The end is a fixed point, and costs no request at all. */
  private void assertRest() {
    server.forgetRequests();
    for (int i = 0; i < 10; i++) {
      assertThat(pass.run(group).applied()).isEmpty();
    }
    assertThat(ours()).filteredOn(it -> !it.isWatch()).isEmpty();
  }

  private ImmutableList<ServedRequest> ours() {
    return server.requests().stream()
        .filter(request -> request.userAgent().equals(AGENT))
        .collect(ImmutableList.toImmutableList());
  }

  private void runUntil(Predicate<GroupDecision> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(1))
        .pollInSameThread()
        .until(() -> condition.test(runOnce()));
  }

  /** One pass, and then nothing until something changes. */
  private GroupDecision runOnce() throws InterruptedException {
    PassResult result = pass.run(group);
    GroupDecision decision = result.decision();
    if (decision == null) {
      changes.poll(1, TimeUnit.SECONDS);
      return runOnce();
    }
    group.publish(decision);
    writes.addAll(result.applied());
    if (!result.applied().isEmpty() || decision.wakeAfter() != null) {
      changes.poll(500, TimeUnit.MILLISECONDS);
    }
    changes.clear();
    return decision;
  }

  private void await(Predicate<ClusterState> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> condition.test(cluster.state()));
  }
}
