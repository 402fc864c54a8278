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
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

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
    return membersThatNeed(decision, Evidence.TEMPORARY_CLAIM)
        .map(HandoffNames::temporaryClaim)
        .collect(ImmutableList.toImmutableList());
  }

  /** The volumes to be read by themselves: those of members that ask for it. */
  static ImmutableList<String> volumes(GroupDecision decision, GroupSnapshot snapshot) {
    ImmutableSet<ClaimKey> asking =
        membersThatNeed(decision, Evidence.VOLUME).collect(ImmutableSet.toImmutableSet());
    return snapshot.members().stream()
        .filter(member -> asking.contains(member.key()))
        .flatMap(member -> Stream.ofNullable(member.volume().orNull()))
        .map(volume -> volume.meta().name())
        .collect(ImmutableList.toImmutableList());
  }

  private static Stream<ClaimKey> membersThatNeed(GroupDecision decision, Evidence evidence) {
    return decision.members().stream()
        .filter(member -> member.needs().contains(evidence))
        .map(Decision::member);
  }
}
