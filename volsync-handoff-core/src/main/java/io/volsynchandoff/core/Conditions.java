// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.Condition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of members and groups: their types, and their times carried over from what was
 * published.
 */
public final class Conditions {
  /** True once nothing but us can delete the data: Retain, journal and finalizer are observed. */
  public static final String PROTECTED = "Protected";

  /** True from the first sync that was armed until its end. */
  public static final String SYNCING = "FinalSyncRunning";

  /** True once the proof of the final sync is journalled. */
  public static final String PROVEN = "FinalSyncComplete";

  /** True at the end of a relocation. */
  public static final String RELINQUISHED = "Relinquished";

  /** True while something is waited for; its reason is the first {@link Blocker}. */
  public static final String BLOCKED = "Blocked";

  private Conditions() {}

  static Instant since(
      ImmutableList<Condition> published, String type, Condition.Status status, Instant now) {
    return published.stream()
        .filter(c -> c.type().equals(type) && c.status() == status)
        .map(Condition::since)
        .findFirst()
        .orElse(now);
  }

  static Condition of(
      ImmutableList<Condition> published,
      String type,
      boolean holds,
      String reason,
      String message,
      Instant now) {
    Condition.Status status = holds ? Condition.Status.TRUE : Condition.Status.FALSE;
    return new Condition(type, status, reason, message, since(published, type, status, now));
  }

  static Condition blocked(
      ImmutableList<Condition> published, @Nullable Blocked first, int count, Instant now) {
    if (first == null) {
      return of(published, BLOCKED, false, "NotBlocked", "", now);
    }
    String more = count > 1 ? " (and " + (count - 1) + " more)" : "";
    String late = first.isOverdue(now) ? "OVERDUE since " + first.deadline() + ": " : "";
    String message = late + first.object() + ": " + first.message() + more;
    return of(published, BLOCKED, true, first.reason().name(), message, now);
  }
}
