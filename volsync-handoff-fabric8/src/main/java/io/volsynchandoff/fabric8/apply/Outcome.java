// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The API server's answer to one write.
 *
 * @param answer its kind, with the reaction that it asks for
 * @param uid of the object as written; empty where nothing was written or it is gone
 * @param resourceVersion of the object as written; empty where nothing was written or it is gone
 * @param message the server's words, for the operator; empty when applied
 */
public record Outcome(Answer answer, String uid, String resourceVersion, String message) {
  /** Every kind of answer, and what the caller must do. */
  public enum Answer {
    /** The write is done, or an earlier try of it was. Nothing: its watch event wakes the loop. */
    APPLIED(null),
    /** The object is no longer as it was decided on: observe and decide again. */
    CONFLICT(Duration.ofSeconds(1)),
    /**
     * The object (or its namespace) is not there: observe again; a delete that meets it is done.
     */
    GONE(Duration.ofSeconds(1)),
    /** The name of the object to be created is taken by one that is not ours: never adopted. */
    EXISTS(Duration.ofSeconds(30)),
    /** Quota, admission or RBAC refuses it: a wait, with the server's words (design §7 rule 9). */
    FORBIDDEN(Duration.ofSeconds(30)),
    /** Not known whether it was written: observe again, the write being conditional. */
    TRANSIENT(Duration.ofSeconds(5)),
    /** The server will not take this write as it is, or it could not be made: report it. */
    FATAL(Duration.ofMinutes(1));

    private final @Nullable Duration retry;

    Answer(@Nullable Duration retry) {
      this.retry = retry;
    }

    /** When to decide again though nothing changed; null where a watch event is sure to come. */
    public @Nullable Duration retryAfter() {
      return retry;
    }
  }

  public static Outcome applied(String uid, String resourceVersion) {
    return new Outcome(Answer.APPLIED, uid, resourceVersion, "");
  }

  public static Outcome failed(Answer answer, String message) {
    return new Outcome(answer, "", "", message);
  }

  public boolean isApplied() {
    return answer == Answer.APPLIED;
  }
}
