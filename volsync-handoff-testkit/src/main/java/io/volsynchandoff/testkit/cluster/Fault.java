// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

/**
 * Something that goes wrong at one write.
 *
 * @param write which write of the controller it hits, counted from 1 over the cluster's life
 * @param moment what goes wrong
 */
public record Fault(int write, Moment moment) {

  /** What goes wrong at a write. */
  public enum Moment {
    /** The controller dies before the write reaches the server. */
    CRASH_BEFORE,
    /** The controller dies after the server has taken the write. */
    CRASH_AFTER,
    /** The server takes the write, and its answer is lost. */
    ANSWER_LOST
  }
}
