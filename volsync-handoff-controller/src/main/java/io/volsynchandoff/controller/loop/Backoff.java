// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import java.time.Duration;

/**
 * How long to wait after a server that fails: twice as long each time, up to a limit. It is for
 * failures alone; waits end by events.
 *
 * @param first after the first failure
 * @param limit after many
 */
record Backoff(Duration first, Duration limit) {
  static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /**
   * The wait.
   *
   * @param failures in a row, from 1
   */
  Duration after(int failures) {
    Duration wait = first;
    for (int i = 1; i < failures && wait.compareTo(limit) < 0; i++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(limit) < 0 ? wait : limit;
  }
}
