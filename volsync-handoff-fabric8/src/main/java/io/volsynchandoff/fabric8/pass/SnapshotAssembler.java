// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.read.ClusterReads;

/** Puts the planner's input together from what a group says of itself and what was read. */
public final class SnapshotAssembler {
  private SnapshotAssembler() {}

  /**
   * A snapshot on a cache alone, without live evidence: what a plan is made from.
   *
   * @param rehearsals answers to dry runs, by member
   */
  public static GroupSnapshot assemble(
      GroupFacts facts, ClusterReads reads, ImmutableListMultimap<ClaimKey, Rehearsal> rehearsals) {
    return assemble(facts, reads, ImmutableSet.of(), rehearsals);
  }

  /**
   * A snapshot with live evidence.
   *
   * @param live what of the reads is live, in the order of {@link Evidence}
   * @param rehearsals answers to dry runs, by member
   */
  public static GroupSnapshot assemble(
      GroupFacts facts,
      ClusterReads reads,
      ImmutableSet<Evidence> live,
      ImmutableListMultimap<ClaimKey, Rehearsal> rehearsals) {
    Listed<VolumeView> journalled = reads.volumesOfGroup(facts.intent().group());
    MemberAssembler members = new MemberAssembler(facts, reads);
    GroupSnapshot.Builder snapshot =
        GroupSnapshot.builder()
            .intent(facts.intent())
            .freeze(facts.freeze())
            .operator(facts.operator())
            .drivenByOther(facts.drivenByOther())
            .otherAnnotationBytes(facts.otherAnnotationBytes())
            .journalled(journalled)
            .live(live)
            .conditions(facts.conditions());
    for (ClaimKey key : members(facts, journalled)) {
      snapshot.addMembers(members.assemble(key, rehearsals.get(key)));
    }
    return snapshot.build();
  }

  /** As {@link GroupSnapshot#members} says. */
  static ImmutableSortedSet<ClaimKey> members(GroupFacts facts, Listed<VolumeView> journalled) {
    ImmutableSortedSet.Builder<ClaimKey> keys = ImmutableSortedSet.naturalOrder();
    keys.addAll(facts.intent().selected().known());
    Freeze freeze = facts.freeze().orNull();
    if (freeze != null) {
      freeze.members().forEach(member -> keys.add(member.claim()));
    }
    for (VolumeView volume : journalled.known()) {
      var journal = volume.journal().orNull();
      if (journal != null) {
        keys.add(journal.claim().key());
      }
    }
    return keys.build();
  }
}
