// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.testkit.state.Kinds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That the models play on a real API server, beside its real controllers. */
class PlayedClusterIT {
  private final Stage stage = Stage.open("played", Schemas.Group.OURS);

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void syncsWhatTheApplicationWroteBeforeTheSyncBegan() {
    PlayedMember member = stage.member("data", ReclaimPolicy.DELETE);
    stage.cluster().hold("mover: ");
    stage.createSource(member, "0 0 1 1 *");
    stage.awaitState(
        state -> state.truth().mounts().values().stream().anyMatch(it -> it.isMoverRunning()));
    stage.cluster().act(member.write());

    stage.cluster().release("mover: ");

    stage.awaitState(member::isAtRest);
    assertThat(member.carried(stage.cluster().state())).isEqualTo(1);
    stage.awaitState(
        state ->
            state.all(Kinds.JOBS).isEmpty()
                && state.all(Kinds.PODS).size() == 1
                && state.all(Kinds.ATTACHMENTS).size() == 1);
  }

  @Test
  void reclaimsAVolumeUnderDeleteWhoseClaimGoes() {
    PlayedMember member = stage.member("data", ReclaimPolicy.DELETE);
    stage.cluster().act(member.deleteClaim());
    stage.awaitState(state -> isDeleting(member.claim(state)));
    stage.cluster().act(member.stop());
    stage.awaitState(
        state -> state.all(Kinds.CLAIMS).isEmpty() && state.all(Kinds.VOLUMES).isEmpty());
    assertThat(stage.cluster().state().truth().contents()).isEmpty();
  }

  private static boolean isDeleting(@Nullable ClaimView claim) {
    return claim != null && claim.meta().isDeleting();
  }
}
