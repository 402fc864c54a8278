// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Taking the freeze, adding to its nodes, and rebuilding it from the journals (design §5.2). */
final class FreezeRules {
  /** Of all annotations of one object together (facts §8). */
  static final int ANNOTATION_LIMIT = 256 * 1024;

  static final ImmutableSet<Evidence> LIVE =
      ImmutableSet.of(Evidence.GROUP, Evidence.CLAIMS, Evidence.VOLUMES);

  private final GroupSnapshot group;

  FreezeRules(GroupSnapshot group) {
    this.group = group;
  }

  /** The freeze of these members, all of them protected. */
  Freeze take(ImmutableList<Member> members, GroupIntent.RequestedAction action) {
    HandoffId id = HandoffId.of(group.intent().group().uid(), group.intent().number());
    return new Freeze(
        id,
        action,
        members.stream().map(FreezeRules::entry).collect(ImmutableList.toImmutableList()));
  }

  private static FrozenMember entry(Member member) {
    SourceView source = SourceFitness.choose(member);
    return new FrozenMember(
        member.key(),
        member.theJournal().claim().uid(),
        member.theVolume().meta().name(),
        source == null ? null : source.meta().uid(),
        nodesOf(member));
  }

  private static ImmutableSortedSet<String> nodesOf(Member member) {
    ImmutableSortedSet.Builder<String> nodes = ImmutableSortedSet.naturalOrder();
    for (PodView pod : member.seen().pods().known()) {
      String node = pod.node();
      if (node != null && pod.claims().contains(member.key().name())) {
        nodes.add(node);
      }
    }
    return nodes.build();
  }

  boolean isTooLarge(Freeze freeze) {
    return freeze.sizeBound() + group.otherAnnotationBytes() > ANNOTATION_LIMIT;
  }

  GroupAction record(Freeze freeze) {
    return new GroupAction.RecordFreeze(target(), freeze);
  }

  /** The group's object at its version; without an object, the group by name and uid. */
  ObjectRef target() {
    Meta object = group.intent().object();
    var named = group.intent().group();
    return object != null
        ? object.ref()
        : new ObjectRef(named.namespace(), named.name(), named.uid(), "");
  }

  /** The freeze with the nodes of pods that were seen since, or null where it has them all. */
  @Nullable Freeze withNewNodes(Freeze freeze, ImmutableList<Member> members) {
    ImmutableList.Builder<FrozenMember> entries = ImmutableList.builder();
    boolean added = false;
    for (FrozenMember entry : freeze.members()) {
      ImmutableSortedSet<String> nodes = entry.nodes();
      for (Member member : members) {
        if (member.key().equals(entry.claim())
            && member.volume() != null
            && !member.isRedirected()) {
          nodes = union(nodes, nodesOf(member));
        }
      }
      added |= !nodes.equals(entry.nodes());
      entries.add(
          new FrozenMember(
              entry.claim(), entry.claimUid(), entry.volume(), entry.sourceUid(), nodes));
    }
    return added ? new Freeze(freeze.id(), freeze.action(), entries.build()) : null;
  }

  private static ImmutableSortedSet<String> union(
      ImmutableSortedSet<String> some, ImmutableSortedSet<String> more) {
    return ImmutableSortedSet.<String>naturalOrder().addAll(some).addAll(more).build();
  }

  /** Volumes of this group whose journals hold a handoff: there was a freeze. */
  ImmutableList<VolumeView> recorded() {
    return group.journalled().known().stream()
        .filter(volume -> volume.journal().matches(this::isRecorded))
        .collect(ImmutableList.toImmutableList());
  }

  private boolean isRecorded(VolumeJournal journal) {
    return journal.handoff() != null && journal.group().uid().equals(group.intent().group().uid());
  }

  /** The freeze as the journals tell it, or null where they do not tell it whole (attack A18). */
  @Nullable Freeze rebuild(ImmutableList<Member> members) {
    ImmutableList<VolumeView> recorded = recorded();
    ImmutableSet<HandoffId> ids =
        recorded.stream().map(v -> recordOf(v).id()).collect(ImmutableSet.toImmutableSet());
    if (ids.size() != 1
        || recorded.stream().anyMatch(v -> recordOf(v).memberCount() != recorded.size())) {
      return null;
    }
    return new Freeze(
        ids.iterator().next(),
        GroupIntent.RequestedAction.RELOCATE,
        recorded.stream()
            .map(volume -> rebuilt(volume, members))
            .collect(ImmutableList.toImmutableList()));
  }

  private static VolumeJournal journalOf(VolumeView volume) {
    return Objects.requireNonNull(volume.journal().orNull(), "asked of a volume without a journal");
  }

  private static HandoffRecord recordOf(VolumeView volume) {
    return Objects.requireNonNull(
        journalOf(volume).handoff(), "asked of a journal without a handoff");
  }

  /**
   * The nodes were lost with the freeze: where the driver does not attach, any node may have run a
   * pod.
   */
  private static FrozenMember rebuilt(VolumeView volume, ImmutableList<Member> members) {
    VolumeJournal journal = journalOf(volume);
    ClaimKey key = journal.claim().key();
    ImmutableSortedSet<String> nodes =
        members.stream()
            .filter(member -> member.key().equals(key) && recordOf(volume).proof() == null)
            .flatMap(member -> member.seen().nodes().known().stream())
            .map(NodeView::name)
            .collect(ImmutableSortedSet.toImmutableSortedSet(String::compareTo));
    return new FrozenMember(
        key, journal.claim().uid(), volume.meta().name(), recordOf(volume).sourceUid(), nodes);
  }
}
