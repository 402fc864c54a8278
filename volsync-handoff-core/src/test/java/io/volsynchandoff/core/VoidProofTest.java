// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.junit.jupiter.api.Test;

/** When a proof that is journalled is void (design §5.3 step 10). */
class VoidProofTest {
  /**
   * Found by random runs over the testkit's models: voided on a stale view of the source, the proof
   * was gone when another controller, which still saw it, deleted the unchanged source; the handoff
   * then waited for its source for ever.
   */
  @Test
  void aProofIsVoidedOnlyOnASourceReadLive() {
    Scene scene = Scene.at(Stage.PROVEN);
    scene.data().source(s -> s.lastManualSync(null));

    assertDecision(scene.lookAtData()).writesNothing().needs(Evidence.SOURCES);
    assertDecision(scene.decide()).writes(MemberAction.RaiseAttempt.class);
  }

  /** T's loss changes nothing in V: its claimRef keeps T's uid, and no other claim gets it. */
  @Test
  void aTemporaryClaimThatIsLostAfterTheProofVoidsNothing() {
    Scene scene = Scene.at(Stage.PROVEN);
    scene.data().temporaryClaim = Observed.absent();
    scene.data().volume(v -> v.phase(VolumeView.Phase.RELEASED));

    assertDecision(scene.decide()).writes(MemberAction.DeleteSource.class);
  }

  /**
   * V was given to another claim: the source is made unfit for another controller's delete before
   * the proof goes.
   */
  @Test
  void whereVolumeAndProofDisagreeTheSourceIsParkedBeforeTheProofIsVoid() {
    Scene scene = Scene.at(Stage.PROVEN);
    scene
        .data()
        .volume(
            v ->
                v.claimRef(
                    new ClaimRef(
                        HandoffNames.temporaryClaim(scene.data().key), "uid-of-a-new-one")));

    MemberAction.ParkSource park =
        assertDecision(scene.decide()).writes(MemberAction.ParkSource.class);
    scene
        .data()
        .source(
            s -> s.manualTag(null).schedule(park.schedule()).journal(Observed.of(park.journal())));
    assertDecision(scene.decide()).writes(MemberAction.RaiseAttempt.class);
  }
}
