// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.Evidence;
import org.junit.jupiter.api.Test;

class EvidencesTest {
  @Test
  void readsNothingThatWasNotAskedFor() {
    assertThat(Evidences.toRead(needing(), ImmutableSet.of(Evidence.PODS))).isEmpty();
  }

  @Test
  void readsInTheOrderOfDeclaration() {
    assertThat(Evidences.toRead(needing(Evidence.PODS, Evidence.VOLUMES), ImmutableSet.of()))
        .containsExactly(Evidence.VOLUMES, Evidence.PODS);
  }

  /** Attack A10: pods that were listed before V was read miss one that mounted in between. */
  @Test
  void readsAnewWhatComesAfterWhatIsReadNow() {
    assertThat(
            Evidences.toRead(
                needing(Evidence.VOLUMES), ImmutableSet.of(Evidence.GROUP, Evidence.PODS)))
        .containsExactly(Evidence.VOLUMES, Evidence.PODS);
  }

  private static GroupDecision needing(Evidence... needs) {
    return new GroupDecision(
        Phase.FENCING,
        null,
        ImmutableList.of(),
        ImmutableSet.copyOf(needs),
        ImmutableList.of(),
        ImmutableList.of(),
        null);
  }
}
