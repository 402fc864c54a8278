// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import io.volsynchandoff.controller.vrg.VolumeReplicationGroup;
import io.volsynchandoff.controller.vrg.VrgStatus;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** One line for each thing that the group's status says anew. */
final class Progress {
  private final PrintStream out;
  private final Instant began = Instant.now();
  private final Map<String, String> told = new TreeMap<>();

  Progress(PrintStream out) {
    this.out = out;
  }

  void show(VolumeReplicationGroup group, int crashes) {
    for (VrgStatus.Member member : group.getStatus().protectedPVCs()) {
      String text = text(member);
      if (!text.equals(told.put(String.valueOf(member.name()), text))) {
        double seconds = Duration.between(began, Instant.now()).toMillis() / 1000.0;
        String killed = crashes == 0 ? "" : "  (killed " + crashes + " times)";
        out.printf("  %5.1f s  %-10s %s%s%n", seconds, member.name(), text, killed);
      }
    }
  }

  private static String text(VrgStatus.Member member) {
    if (member.blockers().isEmpty()) {
      return String.valueOf(member.phase());
    }
    VrgStatus.Waiting first = member.blockers().get(0);
    return "%-12s waits: %s, %s".formatted(member.phase(), first.reason(), first.object());
  }
}
