// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import java.time.Instant;

/**
 * One thing that a decision waits for or refuses.
 *
 * @param reason the kind
 * @param object the object that blocks, as {@code <kind> <namespace/name>}
 * @param message what was observed, for the operator
 * @param since when the member began to be blocked, by the last published conditions, else now
 * @param deadline when it is said more loudly (design §7 rule 9)
 */
public record Blocked(
    Blocker reason, String object, String message, Instant since, Instant deadline) {
  public boolean isOverdue(Instant now) {
    return !now.isBefore(deadline);
  }
}
