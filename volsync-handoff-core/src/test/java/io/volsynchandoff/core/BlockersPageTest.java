// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

/** The page of all that can be waited for (design §8). */
class BlockersPageTest {
  @Test
  void thePageIsMadeOfTheEnum() {
    new GeneratedPage("blockers.md").assertIs(page());
  }

  private static String page() {
    StringBuilder page = new StringBuilder();
    page.append("# What a handoff waits for\n\n")
        .append("Every wait and every refusal is one of these, in the condition `Blocked` of the")
        .append(" group and of each member, in the log, and in `plan`, together with the object")
        .append(" that blocks, since when, and what is known of it. A wait that has lasted longer")
        .append(" than its deadline is told as `OVERDUE`; nothing else happens then.\n")
        .append("The annotations are those of [annotations.md](annotations.md).\n")
        .append("This page is made of the enum `Blocker`; a test compares them.\n\n")
        .append("| reason | what it means | what to do |\n|---|---|---|\n");
    Arrays.stream(Blocker.values())
        .sorted(Comparator.comparing(Blocker::name))
        .forEach(
            blocker ->
                page.append("| `")
                    .append(blocker)
                    .append("` | ")
                    .append(text(blocker.meaning()))
                    .append(" | ")
                    .append(text(blocker.remedy()))
                    .append(" |\n"));
    return page.toString();
  }

  /** Markdown takes {@code <uid>} for a tag. */
  private static String text(String sentence) {
    return sentence.replace("<", "&lt;").replace(">", "&gt;");
  }
}
