// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.VolumeJournal.Ending;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import org.junit.jupiter.api.Test;

/**
 * Letting go of a claim that holds a volume rests on a volume read live: a cache that still shows
 * Retain, after someone had set Delete again, would cost the data (design §7 rules 1 and 10).
 */
class StaleVolumeTest {
  @Test
  void theApplicationsClaimIsReleasedOnALiveVolume() {
    needsTheVolume(Scene.at(Stage.BOUND), MemberAction.ReleaseClaim.class);
  }

  @Test
  void theTemporaryClaimIsDeletedOnALiveVolume() {
    needsTheVolume(Scene.at(Stage.SOURCE_GONE), MemberAction.DeleteTemporaryClaim.class);
  }

  @Test
  void aClaimThatItsOwnerDeletesIsLetGoOnALiveVolume() {
    Scene scene = Scene.at(Stage.PARKED).role(Role.PRIMARY, null);
    scene.freeze = Observed.absent();
    scene.data().claimMeta(m -> m.deletedAt(Scene.NOW));
    needsTheVolume(scene, MemberAction.ReleaseClaim.class);
  }

  @Test
  void aFailoverDeletesTheTemporaryClaimOnALiveVolume() {
    Scene scene =
        Scene.at(Stage.BOUND)
            .role(Role.SECONDARY, RequestedAction.FAILOVER)
            .freeze(RequestedAction.FAILOVER);
    scene.data().journal(j -> j.ending(Ending.GIVEN_UP));
    scene.data().sources = Listed.none();
    needsTheVolume(scene, MemberAction.DeleteTemporaryClaim.class);
  }

  private static void needsTheVolume(Scene scene, Class<? extends MemberAction> write) {
    assertDecision(scene.lookAtData()).writesNothing().needs(Evidence.VOLUME);
    assertDecision(scene.live(Evidence.VOLUME).lookAtData()).writes(write);

    scene.data().volume(v -> v.policy(ReclaimPolicy.DELETE));
    assertDecision(scene.decide()).writes(MemberAction.ProtectVolume.class);
  }
}
