// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Evidence;
import java.util.EnumSet;
import java.util.Set;

/** What a decision asks to be read live. */
final class Evidences {
  private Evidences() {}

  /**
   * What is to be read now, in order. What was read before and comes after the first of it is read
   * anew, so that the order of {@link Evidence} holds over all rounds (attack A10).
   */
  static ImmutableSet<Evidence> toRead(GroupDecision decision, ImmutableSet<Evidence> live) {
    if (decision.needs().isEmpty()) {
      return ImmutableSet.of();
    }
    Evidence first = Sets.immutableEnumSet(decision.needs()).iterator().next();
    Set<Evidence> read = EnumSet.copyOf(decision.needs());
    live.stream().filter(kind -> kind.compareTo(first) > 0).forEach(read::add);
    return Sets.immutableEnumSet(read);
  }

  /** The temporary claims to be read by themselves: those of members that ask for it. */
  static ImmutableList<ClaimKey> temporaryClaims(GroupDecision decision) {
    return decision.members().stream()
        .filter(member -> member.needs().contains(Evidence.TEMPORARY_CLAIM))
        .map(Decision::member)
        .map(HandoffNames::temporaryClaim)
        .collect(ImmutableList.toImmutableList());
  }
}
