// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.model.VolSyncNames;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the planner's input from a cluster as it was seen. */
final class GroupSnapshots {
  private GroupSnapshots() {}

  static GroupSnapshot of(
      SeenCluster seen, GroupObject group, ImmutableListMultimap<ClaimKey, Rehearsal> rehearsals) {
    Freeze freeze = group.freeze().orNull();
    MemberSnapshots members = new MemberSnapshots(seen, freeze, group);
    return GroupSnapshot.builder()
        .intent(intent(seen, group))
        .freeze(group.freeze())
        .operator(group.operator())
        .drivenByOther(group.drivenByOther())
        .members(
            memberKeys(seen, group, freeze).stream()
                .map(key -> members.of(key, rehearsals.get(key)))
                .toList())
        .journalled(seen.listed(Kinds.VOLUMES).where(volume -> isOf(group, volume)))
        .live(seen.live().evidence())
        .conditions(group.conditions())
        .build();
  }

  private static GroupIntent intent(SeenCluster seen, GroupObject group) {
    return GroupIntent.builder()
        .group(group.ref())
        .number(group.meta().generation())
        .role(group.role())
        .action(group.action())
        .deleting(group.meta().isDeleting())
        .selected(selected(seen, group))
        .object(group.meta())
        .build();
  }

  private static Listed<ClaimKey> selected(SeenCluster seen, GroupObject group) {
    Listed<ClaimView> claims = seen.listed(Kinds.CLAIMS).where(claim -> isSelected(group, claim));
    return claims.isUnknown()
        ? Listed.unknown(claims.why())
        : Listed.of(claims.known().stream().map(ClaimView::key).toList());
  }

  /** T's, replicas of ours and VolSync's own are left out (case H38). */
  private static boolean isSelected(GroupObject group, ClaimView claim) {
    var labels = claim.meta().labels();
    return claim.meta().namespace().equals(group.meta().namespace())
        && labels.entrySet().containsAll(group.selector().entrySet())
        && !labels.containsKey(HandoffNames.TEMPORARY_CLAIM_LABEL)
        && !labels.containsKey(HandoffNames.REPLICA_LABEL)
        && !VolSyncNames.VOLSYNC.equals(labels.get(VolSyncNames.CREATED_BY_LABEL));
  }

  private static boolean isOf(GroupObject group, VolumeView volume) {
    return volume.journal().matches(journal -> journal.group().equals(group.ref()));
  }

  private static ImmutableSortedSet<ClaimKey> memberKeys(
      SeenCluster seen, GroupObject group, @Nullable Freeze freeze) {
    ImmutableSortedSet.Builder<ClaimKey> keys = ImmutableSortedSet.naturalOrder();
    keys.addAll(selected(seen, group).known());
    ImmutableList<FrozenMember> frozen = freeze == null ? ImmutableList.of() : freeze.members();
    frozen.forEach(member -> keys.add(member.claim()));
    seen.listed(Kinds.VOLUMES).known().stream()
        .filter(volume -> isOf(group, volume))
        .map(volume -> volume.journal().orNull())
        .filter(Objects::nonNull)
        .map(VolumeJournal::claim)
        .forEach(claim -> keys.add(claim.key()));
    return keys.build();
  }
}
