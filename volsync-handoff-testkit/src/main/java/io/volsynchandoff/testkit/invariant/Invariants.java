// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.action.MemberAction.ArmSource;
import io.volsynchandoff.testkit.cluster.TraceEntry;
import java.util.HashSet;
import java.util.Set;

/** Checks every rule on one thing that happened, or on a whole trace. */
public final class Invariants {
  private Invariants() {}

  /** What one step or write broke; empty where it broke nothing. */
  public static ImmutableList<Violation> check(TraceEntry entry) {
    Findings findings = new Findings(entry);
    DataRules.check(findings);
    if (entry.isAppliedWrite()) {
      VolumeRules.check(findings);
      ClaimRules.check(findings);
      SourceRules.check(findings);
      FreezeRules.check(findings);
      findings.require(
          isDeletion(entry) || !entry.before().equals(entry.after()),
          "no write changes nothing",
          String.valueOf(entry.action()));
    }
    return findings.list();
  }

  /** A deletion is conditional on the uid alone, so that a stale one may be repeated. */
  private static boolean isDeletion(TraceEntry entry) {
    return entry.action() instanceof MemberAction.DeleteTemporaryClaim;
  }

  /** What a trace broke, with the rules that only a trace can tell. */
  public static ImmutableList<Violation> checkAll(Iterable<TraceEntry> trace) {
    ImmutableList.Builder<Violation> violations = ImmutableList.builder();
    Set<String> tags = new HashSet<>();
    for (TraceEntry entry : trace) {
      violations.addAll(check(entry));
      Action action = entry.isAppliedWrite() ? entry.action() : null;
      if (action instanceof ArmSource arming
          && !tags.add(arming.target().uid() + " " + arming.tag())) {
        violations.add(new Violation("a tag is never used twice", arming.tag(), entry));
      }
    }
    return violations.build();
  }
}
