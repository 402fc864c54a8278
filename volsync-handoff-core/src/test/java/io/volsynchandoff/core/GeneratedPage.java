// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of {@code docs/} that is made of the code. */
final class GeneratedPage {
  /** Set to write the pages anew. */
  private static final String REWRITE = "handoff.rewrite";

  private final Path file;

  GeneratedPage(String name) {
    this.file = Path.of("..", "docs", name);
  }

  void assertIs(String content) {
    try {
      if (Boolean.getBoolean(REWRITE)) {
        Files.writeString(file, content);
      }
      assertThat(file)
          .as("run mvn -pl volsync-handoff-core test -D%s=true", REWRITE)
          .hasContent(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
