// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Maps;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The freeze as the journals tell it, where the annotation vanished: whole, by the member count
 * that each of them carries, or not at all (design §5.2, attack A18).
 */
final class FreezeRebuild {
  private final String group;
  private final ImmutableList<VolumeView> recorded;
  private final ImmutableMap<ClaimKey, Member> members;

  FreezeRebuild(String group, ImmutableList<VolumeView> recorded, ImmutableList<Member> members) {
    this.group = group;
    this.recorded = recorded;
    this.members = Maps.uniqueIndex(members, Member::key);
  }

  /** Null where the journals do not tell it whole, or what they need was not read. */
  @Nullable Freeze freeze(Waits waits) {
    long ids = recorded.stream().map(volume -> recordOf(volume).id()).distinct().count();
    ImmutableSet<ClaimKey> claims =
        recorded.stream().map(FreezeRebuild::keyOf).collect(ImmutableSet.toImmutableSet());
    boolean whole =
        ids == 1
            && members.keySet().containsAll(claims)
            && recorded.stream().allMatch(v -> recordOf(v).memberCount() == claims.size())
            && recorded.size() == claims.size();
    if (!whole) {
      waits.add(
          Blocker.JOURNAL_UNREADABLE,
          group,
          "lost its handoff, and the journals of its volumes do not tell it whole");
      return null;
    }
    recorded.stream().filter(FreezeRebuild::needsNodes).forEach(v -> addUnknown(v, waits));
    return waits.any() ? null : told();
  }

  private Freeze told() {
    boolean givenUp =
        recorded.stream().anyMatch(v -> journalOf(v).ending() == VolumeJournal.Ending.GIVEN_UP);
    return new Freeze(
        recordOf(recorded.get(0)).id(),
        givenUp ? RequestedAction.FAILOVER : RequestedAction.RELOCATE,
        recorded.stream().map(this::entry).collect(ImmutableList.toImmutableList()));
  }

  private FrozenMember entry(VolumeView volume) {
    VolumeJournal journal = journalOf(volume);
    return new FrozenMember(
        keyOf(volume),
        journal.claim().uid(),
        volume.meta().name(),
        recordOf(volume).sourceUid(),
        needsNodes(volume) ? everyNode(memberOf(volume)) : ImmutableSortedSet.of());
  }

  /** The nodes were lost with the freeze: until the proof, any of them may have run a pod. */
  private static boolean needsNodes(VolumeView volume) {
    return recordOf(volume).proof() == null;
  }

  private void addUnknown(VolumeView volume, Waits waits) {
    waits.ifUnknown(memberOf(volume).seen().nodes(), "Nodes");
  }

  private static ImmutableSortedSet<String> everyNode(Member member) {
    return member.seen().nodes().known().stream()
        .map(NodeView::name)
        .collect(ImmutableSortedSet.toImmutableSortedSet(String::compareTo));
  }

  private Member memberOf(VolumeView volume) {
    return Objects.requireNonNull(members.get(keyOf(volume)), "asked of a freeze that is whole");
  }

  private static ClaimKey keyOf(VolumeView volume) {
    return journalOf(volume).claim().key();
  }

  private static VolumeJournal journalOf(VolumeView volume) {
    return Objects.requireNonNull(volume.journal().orNull(), "asked of a volume without a journal");
  }

  private static HandoffRecord recordOf(VolumeView volume) {
    return Objects.requireNonNull(
        journalOf(volume).handoff(), "asked of a journal without a handoff");
  }
}
