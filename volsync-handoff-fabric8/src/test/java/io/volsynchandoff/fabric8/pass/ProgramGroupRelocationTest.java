// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.played.ServedRequest;
import io.volsynchandoff.testkit.state.ClusterState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A whole relocation of a program's own group over HTTP, on played storage: what is left in the
 * cluster, and what it cost in requests.
 */
class ProgramGroupRelocationTest {
  private final PassStage stage = new PassStage();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void carriesTheLastWriteAndLeavesNothingButJournals() {
    stage.runUntil(decision -> decision.phase() == Phase.PROTECTED);
    stage.group.relocate();
    stage.runUntil(decision -> decision.isBlockedBy(Blocker.CLAIM_IN_USE));
    stage.server.forgetRequests();
    stage.writes.clear();
    stage.members.forEach(member -> stage.cluster.act(member.write()));
    stage.stopApplication();
    stage.runUntil(decision -> decision.phase() == Phase.RELINQUISHED);

    stage.members.forEach(this::assertRelinquished);
    assertThat(
            stage.played.genericKubernetesResources(ApiNames.REPLICATION_SOURCES).list().getItems())
        .isEmpty();
    assertBudget();
    assertRest();
  }

  private void assertRelinquished(PlayedMember member) {
    ClusterState state = stage.cluster.state();
    assertThat(member.carried(state)).isEqualTo(2);
    VolumeView volume = stage.reads.volumesOfClaim(member.key()).known().get(0);
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
    int members = stage.members.size();
    ImmutableList<ServedRequest> requests = stage.requests();
    assertThat(stage.writes).filteredOn(write -> write.outcome().isApplied()).hasSize(8 * members);
    assertThat(stage.writes)
        .filteredOn(write -> !write.outcome().isApplied())
        .allMatch(write -> write.outcome().answer() == Outcome.Answer.CONFLICT);
    assertThat(requests.stream().filter(ServedRequest::isWrite)).hasSameSizeAs(stage.writes);
    assertThat(requests.stream().filter(ServedRequest::isDryRun))
        .hasSizeLessThanOrEqualTo(2 * members);
    assertThat(requests.stream().filter(it -> it.isList() && it.path().contains("/namespaces/")))
        .hasSizeLessThanOrEqualTo(8);
    // T's name before the redirect, V before P is let go, V before T is deleted (decision 11).
    assertThat(requests.stream().filter(it -> it.verb().equals("get")))
        .hasSizeLessThanOrEqualTo(3 * members);
  }

  /** The end is a fixed point, and costs no request at all. */
  private void assertRest() {
    stage.server.forgetRequests();
    for (int i = 0; i < 10; i++) {
      assertThat(stage.run().applied()).isEmpty();
    }
    assertThat(stage.requests()).filteredOn(it -> !it.isWatch()).isEmpty();
  }
}
