// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.Change;
import io.volsynchandoff.testkit.state.Changes;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import org.jspecify.annotations.Nullable;

/** Rule 6, and the end of a group (design §5.2, §7, attack A23), after every write of ours. */
final class FreezeRules {
  private FreezeRules() {}

  static void check(Findings findings) {
    for (Change<GroupObject> change :
        Changes.between(Kinds.GROUPS, findings.entry().before(), findings.entry().after())) {
      GroupObject before = change.before();
      GroupObject after = change.after();
      Freeze old = before == null ? null : before.freeze().orNull();
      Freeze next = after == null ? null : after.freeze().orNull();
      if (old != null && !old.equals(next)) {
        checkChanged(findings, old, next);
      }
      findings.require(
          next == null || !next.members().isEmpty(), "6: a freeze has members", change.toString());
    }
    if (findings.entry().action() instanceof GroupAction.ReleaseGroup release) {
      checkReleased(findings, release.target().uid());
    }
  }

  /** Members stay; nodes are only added. */
  private static void checkChanged(Findings findings, Freeze old, @Nullable Freeze next) {
    if (findings.entry().action() instanceof GroupAction.ReleaseGroup) {
      return;
    }
    findings.require(
        next != null && next.id().equals(old.id()), "6: a freeze stays", old.toString());
    ImmutableList<FrozenMember> members = next == null ? ImmutableList.of() : next.members();
    findings.require(
        withoutNodes(old.members()).equals(withoutNodes(members)),
        "6: the members are frozen",
        old + " became " + next);
    ImmutableMap<ClaimKey, FrozenMember> byClaim =
        members.stream().collect(ImmutableMap.toImmutableMap(FrozenMember::claim, m -> m));
    for (FrozenMember member : old.members()) {
      FrozenMember now = byClaim.get(member.claim());
      findings.require(
          now != null && Sets.difference(member.nodes(), now.nodes()).isEmpty(),
          "6: nodes are only added to a freeze",
          member.toString());
    }
  }

  private static ImmutableList<String> withoutNodes(ImmutableList<FrozenMember> members) {
    return members.stream()
        .map(m -> m.claim() + " " + m.claimUid() + " " + m.volume() + " " + m.sourceUid())
        .collect(ImmutableList.toImmutableList());
  }

  /** Nothing of a handoff is left behind by the last write on a group. */
  private static void checkReleased(Findings findings, String groupUid) {
    ClusterState before = findings.entry().before();
    for (VolumeView volume : Volumes.journalled(before)) {
      VolumeJournal journal = Volumes.journal(volume);
      if (journal != null && journal.group().uid().equals(groupUid)) {
        findings.require(
            Volumes.proof(volume) != null || !isRedirected(volume, journal),
            "a group ends with no volume left at its temporary claim",
            volume.meta().name());
        findings.require(
            before.claim(HandoffNames.temporaryClaim(journal.claim().key())) == null
                || Volumes.proof(volume) == null,
            "a group ends with no temporary claim left",
            journal.claim().key().toString());
      }
    }
  }

  private static boolean isRedirected(VolumeView volume, VolumeJournal journal) {
    ClaimRef ref = volume.claimRef();
    return ref != null && ref.names(HandoffNames.temporaryClaim(journal.claim().key()));
  }
}
