// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import java.time.Instant;

/**
 * A condition in the ecosystem's sense. {@code since} is its {@code lastTransitionTime}, which
 * moves only when the status does.
 */
public record Condition(String type, Status status, String reason, String message, Instant since) {
  public enum Status {
    TRUE("True"),
    FALSE("False"),
    UNKNOWN("Unknown");

    private final String text;

    Status(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }
}
