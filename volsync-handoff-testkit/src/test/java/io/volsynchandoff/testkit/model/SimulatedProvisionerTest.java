// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.testkit.Play.P;
import static io.volsynchandoff.testkit.cluster.Scenario.DRIVER;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.testkit.Drafts;
import io.volsynchandoff.testkit.Play;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import org.junit.jupiter.api.Test;

/** Facts §6.2 and §6.3. */
class SimulatedProvisionerTest {
  private static final ClaimKey V = new ClaimKey("", "pv-data-0");

  private static Play stopped(ReclaimPolicy policy) {
    return new Play(Scenario.group("g").member("data-0").policy(policy).stopped().build());
  }

  private static VolumeView volume(Play play) {
    return Drafts.get(play.state(), Kinds.VOLUMES, V);
  }

  private static Play withPolicy(Play play, ReclaimPolicy policy) {
    return play.change(
        state ->
            ApiServer.edit(
                state, Kinds.VOLUMES, V, v -> VolumeView.builder().from(v).policy(policy).build()));
  }

  @Test
  void aReleasedVolumeUnderDeleteGoesWithItsStorage() {
    Play play = stopped(ReclaimPolicy.DELETE).settle();
    play.take(User.delete(Kinds.CLAIMS, P)).settle();
    assertThat(play.state().volume("pv-data-0")).isNull();
    assertThat(play.state().truth().contents()).isEmpty();
  }

  @Test
  void aReleasedVolumeUnderRetainStays() {
    Play play = stopped(ReclaimPolicy.RETAIN).settle();
    play.take(User.delete(Kinds.CLAIMS, P)).settle();
    assertThat(volume(play).phase()).isEqualTo(VolumeView.Phase.RELEASED);
    assertThat(play.content().lastWrite()).isEqualTo(5);
  }

  /** Case H06: the policy set back to Delete on a Released volume is carried out at once. */
  @Test
  void deleteSetOnAReleasedVolumeIsCarriedOut() {
    Play play = stopped(ReclaimPolicy.RETAIN).settle();
    play.take(User.delete(Kinds.CLAIMS, P)).settle();
    withPolicy(play, ReclaimPolicy.DELETE).settle();
    assertThat(play.state().truth().contents()).isEmpty();
  }

  @Test
  void theVolumeIsReadLiveBeforeItsStorageIsDeleted() {
    Play play = stopped(ReclaimPolicy.DELETE).settle().take(User.delete(Kinds.CLAIMS, P));
    play.step("lets go of shop/data-0").step("is Released");
    ClusterState stale = play.state();
    withPolicy(play, ReclaimPolicy.RETAIN);
    Model provisioner = new SimulatedProvisioner(DRIVER, ImmutableSet.of());
    assertThat(provisioner.steps(stale)).isNotEmpty();
    provisioner.steps(stale).forEach(play::take);
    assertThat(play.content().lastWrite()).isEqualTo(5);
  }

  @Test
  void itsFinalizerComesAndGoesWithThePolicy() {
    Play play = stopped(ReclaimPolicy.DELETE).settle();
    assertThat(volume(play).meta().finalizers()).contains(SimulatedProvisioner.FINALIZER);
    withPolicy(play, ReclaimPolicy.RETAIN).settle();
    assertThat(volume(play).meta().finalizers()).doesNotContain(SimulatedProvisioner.FINALIZER);
  }

  /** Attack A15: a claim made again under its old name gets an empty volume. */
  @Test
  void aClaimThatFindsNoVolumeGetsAnEmptyOne() {
    Play play = stopped(ReclaimPolicy.RETAIN).settle();
    ClaimView old = Drafts.get(play.state(), Kinds.CLAIMS, P);
    play.take(User.delete(Kinds.CLAIMS, P)).settle().take(User.createAgain(old)).settle();
    ClaimView made = Drafts.get(play.state(), Kinds.CLAIMS, P);
    assertThat(made.phase()).isEqualTo(ClaimView.Phase.BOUND);
    assertThat(made.volumeName()).isEqualTo("pvc-" + made.meta().uid());
    String handle = DRIVER + "/" + made.volumeName();
    assertThat(play.state().truth().contents()).containsEntry(handle, Content.empty(handle));
  }
}
