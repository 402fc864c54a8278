// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what a member or a group waits for, each with since when and until when. */
final class Waits {
  private final Instant now;
  private final Instant since;
  private final Duration patience;
  private final List<Blocked> found = new ArrayList<>();
  private @Nullable Duration retry;

  /** "Since when" comes from the published condition, else from now (design §4). */
  Waits(Instant now, ImmutableList<Condition> published, Duration patience) {
    this.now = now;
    this.since = Conditions.since(published, Conditions.BLOCKED, Condition.Status.TRUE, now);
    this.patience = patience;
  }

  Waits add(Blocker reason, String object, String message) {
    return add(reason, object, message, since, patience);
  }

  Waits add(Blocker reason, String object, String message, Instant from, Duration allowed) {
    found.add(new Blocked(reason, object, message, from, from.plus(allowed)));
    return this;
  }

  /** What was not read is a wait of its own (design §7 rule 8). */
  Waits ifUnknown(Observed<?> seen, String object) {
    return seen.isUnknown() ? add(Blocker.USAGE_UNKNOWN, object, seen.why()) : this;
  }

  /** As for one object: a list that failed is never an empty one. */
  Waits ifUnknown(Listed<?> seen, String object) {
    return seen.isUnknown() ? add(Blocker.USAGE_UNKNOWN, object, seen.why()) : this;
  }

  /** Asks to be woken after that time, because nothing that can be watched will change. */
  Waits retryAfter(Duration after) {
    retry = retry == null || after.compareTo(retry) < 0 ? after : retry;
    return this;
  }

  boolean has(Blocker reason) {
    return found.stream().anyMatch(blocked -> blocked.reason() == reason);
  }

  boolean any() {
    return !found.isEmpty();
  }

  ImmutableList<Blocked> list() {
    return ImmutableList.copyOf(found);
  }

  /** The earliest deadline that is still ahead, or the retry; null where a watch is all. */
  @Nullable Duration wake() {
    Duration wake = retry;
    for (Blocked blocked : found) {
      if (!blocked.isOverdue(now)) {
        Duration left = Duration.between(now, blocked.deadline());
        wake = wake == null || left.compareTo(wake) < 0 ? left : wake;
      }
    }
    return wake;
  }
}
