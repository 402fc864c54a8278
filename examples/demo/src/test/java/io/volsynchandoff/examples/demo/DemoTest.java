// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the demo ends well, and says what it did. */
class DemoTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  @Test
  void carriesTheLastWriteOfEveryVolume() {
    assertThat(Demo.run(List.of(), out)).as(this::text).isZero();
    assertThat(text()).contains("No write was lost").doesNotContain("WRONG");
  }

  @Test
  void endsTheSameWhenEveryWriteIsInterrupted() {
    assertThat(Demo.run(List.of("--crash"), out)).as(this::text).isZero();
    assertThat(text())
        .contains("No write was lost")
        .contains("It was killed")
        .doesNotContain("WRONG");
  }

  @Test
  void answersArgumentsThatItDoesNotKnowWithItsUsage() {
    assertThat(Demo.run(List.of("--slow"), out)).isEqualTo(2);
    assertThat(text()).startsWith("usage: demo [--crash]");
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }
}
