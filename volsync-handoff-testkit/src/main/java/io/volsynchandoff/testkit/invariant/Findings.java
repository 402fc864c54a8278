// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.testkit.cluster.TraceEntry;

/** Collects what is found of one thing that happened. */
final class Findings {
  private final TraceEntry entry;
  private final ImmutableList.Builder<Violation> violations = ImmutableList.builder();

  Findings(TraceEntry entry) {
    this.entry = entry;
  }

  TraceEntry entry() {
    return entry;
  }

  void require(boolean holds, String rule, String what) {
    if (!holds) {
      violations.add(new Violation(rule, what, entry));
    }
  }

  ImmutableList<Violation> list() {
    return violations.build();
  }
}
