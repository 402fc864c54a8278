// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import io.volsynchandoff.controller.vrg.VolumeReplicationGroup;
import io.volsynchandoff.controller.vrg.VrgStatus;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * One line for each thing that the group's status says anew, and one for each controller that was
 * killed: one that does not live to publish leaves the status as it was.
 */
final class Progress {
  private final PrintStream out;
  private final Instant began = Instant.now();
  private final Map<String, String> told = new TreeMap<>();

  Progress(PrintStream out) {
    this.out = out;
  }

  void show(VolumeReplicationGroup group) {
    for (VrgStatus.Member member : group.getStatus().protectedPVCs()) {
      String text = text(member);
      if (!text.equals(told.put(String.valueOf(member.name()), text))) {
        out.printf("  %5.1f s  %-10s %s%n", seconds(), member.name(), text);
      }
    }
  }

  /** For use by any thread. */
  void killed(String moment) {
    out.printf("  %5.1f s  controller killed %s%n", seconds(), moment);
  }

  private double seconds() {
    return Duration.between(began, Instant.now()).toMillis() / 1000.0;
  }

  private static String text(VrgStatus.Member member) {
    if (member.blockers().isEmpty()) {
      return String.valueOf(member.phase());
    }
    VrgStatus.Waiting first = member.blockers().get(0);
    return "%-12s waits: %s, %s".formatted(member.phase(), first.reason(), first.object());
  }
}
