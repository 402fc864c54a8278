// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.testkit.Drafts.CLAIM;
import static io.volsynchandoff.testkit.Drafts.VOLUME;
import static io.volsynchandoff.testkit.Drafts.claim;
import static io.volsynchandoff.testkit.Drafts.editVolume;
import static io.volsynchandoff.testkit.Drafts.pod;
import static io.volsynchandoff.testkit.Drafts.volume;
import static io.volsynchandoff.testkit.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import org.junit.jupiter.api.Test;

/** Facts §2.2 and §6.3. */
class SimulatedPvcProtectionTest {
  private final Model protection = new SimulatedPvcProtection();

  private static ClusterState deletingWith(PodView pod) {
    ClusterState state = ApiServer.create(with(claim().build(), volume().build()), Kinds.PODS, pod);
    return ApiServer.delete(state, Kinds.CLAIMS, CLAIM);
  }

  @Test
  void aClaimThatNobodyDeletesKeepsItsFinalizer() {
    assertThat(protection.steps(with(claim().build(), volume().build()))).isEmpty();
  }

  @Test
  void aDeletedClaimGoesWhenNoPodNamesIt() {
    ClusterState state =
        ApiServer.delete(with(claim().build(), volume().build()), Kinds.CLAIMS, CLAIM);
    assertThat(protection.settle(state).claim(CLAIM)).isNull();
  }

  @Test
  void aTerminatedPodCountsUntilItsObjectIsGone() {
    ClusterState state = deletingWith(pod("done").node("n").terminated(true).build());
    assertThat(protection.steps(state)).isEmpty();
    ClusterState without = state;
    for (var key : state.all(Kinds.PODS).keySet()) {
      without = without.without(Kinds.PODS, key);
    }
    assertThat(protection.settle(without).claim(CLAIM)).isNull();
  }

  @Test
  void aPodThatIsNotScheduledDoesNotCount() {
    assertThat(protection.settle(deletingWith(pod("waiting").build())).claim(CLAIM)).isNull();
  }

  @Test
  void podsAreListedLiveBeforeTheFinalizerGoes() {
    ClusterState actual = deletingWith(pod("late").node("n").build());
    ClusterState stale = actual;
    for (var key : actual.all(Kinds.PODS).keySet()) {
      stale = stale.without(Kinds.PODS, key);
    }
    assertThat(protection.steps(stale)).hasSize(1);
    assertThat(protection.steps(stale).get(0).applyTo(actual)).isEqualTo(actual);
  }

  /** Facts §8: deleting an Available or Released volume removes it at once. */
  @Test
  void aDeletedVolumeStaysWhileItIsBound() {
    ClusterState bound =
        editVolume(with(claim().build(), volume().build()), v -> v.phase(VolumeView.Phase.BOUND));
    bound = ApiServer.delete(bound, Kinds.VOLUMES, VOLUME);
    assertThat(protection.steps(bound)).isEmpty();
    ClusterState released = editVolume(bound, v -> v.phase(VolumeView.Phase.RELEASED));
    assertThat(protection.settle(released).volume("v")).isNull();
  }
}
