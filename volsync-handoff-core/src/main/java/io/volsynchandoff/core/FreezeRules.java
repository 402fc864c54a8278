// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.jspecify.annotations.Nullable;

/** Taking the freeze and adding to its nodes (design §5.2). */
final class FreezeRules {
  /** Of all annotations of one object together (facts §8). */
  static final int ANNOTATION_LIMIT = 256 * 1024;

  /** Claims, volumes and the uids of sources are frozen as they are now. */
  static final ImmutableSet<Evidence> LIVE =
      ImmutableSet.of(Evidence.GROUP, Evidence.CLAIMS, Evidence.SOURCES, Evidence.VOLUMES);

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
      if (node != null && pod.names(member.key())) {
        nodes.add(node);
      }
    }
    return nodes.build();
  }

  /** Asked before every write of the freeze (design §5.2). */
  boolean isTooLarge(Freeze freeze) {
    return freeze.sizeBound() + group.otherAnnotationBytes() > ANNOTATION_LIMIT;
  }

  void addTooLarge(Freeze freeze, Waits waits) {
    waits.add(
        Blocker.GROUP_TOO_LARGE,
        "group " + group.intent().group(),
        freeze.members().size()
            + " members take up to "
            + freeze.sizeBound()
            + " bytes in one annotation");
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
        if (member.key().equals(entry.claim()) && mayYetUse(member)) {
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

  /**
   * Until the source is armed, a pod that names P may have been on its way before the redirect; one
   * that names another claim of P's name is none of ours.
   */
  private static boolean mayYetUse(Member member) {
    boolean isP = member.claim() == null || member.journalledClaim() != null;
    return isP && member.volume() != null && !member.isArmed();
  }

  private static ImmutableSortedSet<String> union(
      ImmutableSortedSet<String> some, ImmutableSortedSet<String> more) {
    return ImmutableSortedSet.<String>naturalOrder().addAll(some).addAll(more).build();
  }

  /**
   * Volumes of this group whose journals hold a handoff: there was a freeze. A journal that was
   * copied to another volume is none.
   */
  ImmutableList<VolumeView> recorded() {
    String uid = group.intent().group().uid();
    return group.journalled().known().stream()
        .filter(
            volume ->
                volume
                    .journal()
                    .matches(
                        journal ->
                            journal.handoff() != null
                                && journal.group().uid().equals(uid)
                                && journal.volumeUid().equals(volume.meta().uid())))
        .collect(ImmutableList.toImmutableList());
  }
}
