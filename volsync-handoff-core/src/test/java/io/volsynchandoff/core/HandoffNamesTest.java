// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.snapshot.ClaimKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that others see (design §2, §8; facts §2.3). */
class HandoffNamesTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 245})
  void theTemporaryClaimIsNamedAfterTheClaim(int length) {
    String name = "x".repeat(length);

    assertThat(HandoffNames.temporaryClaim(new ClaimKey("shop", name)))
        .isEqualTo(new ClaimKey("shop", name + "-handoff"));
  }

  @ParameterizedTest
  @ValueSource(ints = {246, 253})
  void aNameThatIsTooLongIsShortenedWithAHashOfTheWhole(int length) {
    String common = "x".repeat(length - 1);
    ClaimKey one = HandoffNames.temporaryClaim(new ClaimKey("shop", common + "1"));
    ClaimKey other = HandoffNames.temporaryClaim(new ClaimKey("shop", common + "2"));

    assertThat(one.name()).hasSize(253).endsWith("-handoff").isNotEqualTo(other.name());
    assertThat(one.name()).matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    assertThat(HandoffNames.temporaryClaim(new ClaimKey("shop", common + "1"))).isEqualTo(one);
  }

  @Test
  void tagsBearTheIdAndTheAttempt() {
    HandoffId id = HandoffId.of("a1b2c3d4-0000-4000-8000-1", 7);

    assertThat(id.text()).isEqualTo("a1b2c3d4-7");
    assertThat(id.tag(2)).isEqualTo("handoff-a1b2c3d4-7-2");
    assertThat(id.attemptOf(id.tag(12))).isEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "vrg-final-sync",
        "handoff-a1b2c3d4-7-",
        "handoff-a1b2c3d4-7-0",
        "handoff-a1b2c3d4-7-01",
        "handoff-a1b2c3d4-7-1x",
        "handoff-a1b2c3d4-7-99999999999",
        "handoff-a1b2c3d4-71-2",
        "handoff-ffffffff-7-2"
      })
  void whatIsNoTagOfThisHandoffIsNoAttempt(String tag) {
    assertThat(HandoffId.of("a1b2c3d4-0000", 7).attemptOf(tag)).isZero();
  }

  @Test
  void moverLabelsAreShortenedAsVolSyncDoes() {
    String longest = "a".repeat(59);

    assertThat(Movers.labelOf("data")).isEqualTo("src-data");
    assertThat(Movers.labelOf(longest)).isEqualTo("src-" + longest);
    assertThat(Movers.labelOf(longest + "a"))
        .as("CRC-32 of sixty times a")
        .isEqualTo("src-1f98bd29");
  }
}
