// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import io.volsynchandoff.testkit.cluster.TraceEntry;

/**
 * A rule that was broken.
 *
 * @param rule which rule, in the words of the design
 * @param what what was found
 * @param by the step that broke it
 */
public record Violation(String rule, String what, TraceEntry by) {
  @Override
  public String toString() {
    return rule + ": " + what + " (by: " + by + ")";
  }
}
