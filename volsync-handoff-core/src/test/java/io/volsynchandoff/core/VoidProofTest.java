// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.Observed;
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

    assertDecision(scene.lookAtData())
        .writesNothing()
        .needs(Evidence.TEMPORARY_CLAIM, Evidence.SOURCES);
    assertDecision(scene.decide()).writes(MemberAction.RaiseAttempt.class);
  }

  @Test
  void norOnATemporaryClaimThatACacheDoesNotShow() {
    Scene scene = Scene.at(Stage.PROVEN);
    scene.data().temporaryClaim = Observed.absent();

    assertDecision(scene.lookAtData())
        .writesNothing()
        .needs(Evidence.TEMPORARY_CLAIM, Evidence.SOURCES);
    assertDecision(scene.decide()).writes(MemberAction.RaiseAttempt.class);
  }
}
