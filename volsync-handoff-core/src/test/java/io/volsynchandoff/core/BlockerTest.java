// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every blocker says in one line what it means and what to do (design §4, §8). */
class BlockerTest {

  @ParameterizedTest
  @EnumSource
  void hasAMeaningAndARemedyOfOneSentenceEach(Blocker blocker) {
    for (String line : new String[] {blocker.meaning(), blocker.remedy()}) {
      assertThat(line).isNotBlank().hasLineCount(1).hasSizeBetween(10, 160);
      assertThat(line).matches("[A-Z].*[.\"]");
    }
  }

  @Test
  void noTwoMeanTheSame() {
    assertThat(Arrays.stream(Blocker.values()).map(Blocker::meaning)).doesNotHaveDuplicates();
  }
}
