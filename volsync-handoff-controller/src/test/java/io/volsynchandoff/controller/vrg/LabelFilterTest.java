// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Splitter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelFilterTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a=1          | a=1     | true
          a==1         | a=1     | true
          a=1          | a=2     | false
          a=1          |         | false
          a!=1         | a=2     | true
          a!=1         |         | true
          a!=1         | a=1     | false
          a            | a=1     | true
          a            | b=1     | false
          !a           | b=1     | true
          !a           | a=1     | false
          a=1, b!=2    | a=1,b=3 | true
          a=1, b!=2    | a=1,b=2 | false
          x.io/a-b=c.d | x.io/a-b=c.d | true
          """)
  void selectsByLabels(String filter, @Nullable String labels, boolean matches) {
    Map<String, String> borne =
        labels == null ? null : Splitter.on(',').withKeyValueSeparator('=').split(labels);

    assertThat(LabelFilter.parse(filter).matches(borne)).isEqualTo(matches);
  }

  @Test
  void everythingMatchesTheFilterThatIsNotSet() {
    assertThat(LabelFilter.ALL.matches(null)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a in (b)", "=1", "a=1,", "a>1", "a=b=c", "!"})
  void whatIsNoSelectorIsRefused(String text) {
    assertThatThrownBy(() -> LabelFilter.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is none of key=value");
  }
}
