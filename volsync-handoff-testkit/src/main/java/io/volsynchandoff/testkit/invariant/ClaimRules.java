// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.testkit.state.Change;
import io.volsynchandoff.testkit.state.Changes;
import io.volsynchandoff.testkit.state.Kinds;

/** Rules 4, 5 and 7 for claims, after every write of ours. */
final class ClaimRules {
  private static final ImmutableSet<String> LABELS_OF_T =
      ImmutableSet.of(HandoffNames.TEMPORARY_CLAIM_LABEL, HandoffNames.HANDOFF_LABEL);

  private ClaimRules() {}

  static void check(Findings findings) {
    for (Change<ClaimView> change :
        Changes.between(Kinds.CLAIMS, findings.entry().before(), findings.entry().after())) {
      ClaimView before = change.before();
      ClaimView after = change.after();
      if (before == null && after != null) {
        checkTemporary(findings, after);
      } else if (before != null && after != null) {
        checkWritten(findings, before, after);
      }
    }
  }

  private static void checkTemporary(Findings findings, ClaimView claim) {
    Meta meta = claim.meta();
    findings.require(
        meta.labels().keySet().equals(LABELS_OF_T)
            && meta.annotations().isEmpty()
            && meta.owners().isEmpty()
            && meta.finalizers().equals(ImmutableSet.of(Kinds.CLAIM_PROTECTION).asList()),
        "4: T is built from an allow-list",
        meta.toString());
    findings.require(claim.volumeName() != null, "4: T names its volume", claim.key().toString());
  }

  private static void checkWritten(Findings findings, ClaimView before, ClaimView after) {
    String name = before.key().toString();
    findings.require(
        before.spec().equals(after.spec()), "7: the spec of a claim is never written", name);
    findings.require(
        Sets.symmetricDifference(
                ImmutableSet.copyOf(before.meta().finalizers()),
                ImmutableSet.copyOf(after.meta().finalizers()))
            .stream()
            .allMatch(HandoffNames.CLAIM_FINALIZER::equals),
        "7: foreign finalizers are read-only",
        name);
    boolean temporary = before.meta().labels().containsKey(HandoffNames.TEMPORARY_CLAIM_LABEL);
    findings.require(
        temporary || before.meta().isDeleting() == after.meta().isDeleting(),
        "5: no claim but T is deleted",
        name);
  }
}
