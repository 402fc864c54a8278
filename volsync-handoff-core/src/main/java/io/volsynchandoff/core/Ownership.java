// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.VolumeView;

/** Whether a claim and its volume are this group's to protect (design §5.0, §5.1, §5.2). */
final class Ownership {
  private Ownership() {}

  /**
   * A claim without a journal may be protected on a primary; on a secondary only if a live source
   * reads it and no other volume's journal bears its name, for it may be a stranger's (design
   * §5.0).
   */
  static boolean mayBegin(Member member, ClaimView claim, Waits waits) {
    if (!isServed(member, waits)) {
      return false;
    }
    if (claim.meta().isDeleting() && member.intent().role() == GroupIntent.Role.PRIMARY) {
      return true;
    }
    boolean borneElsewhere =
        member.seen().otherVolumes().known().stream().anyMatch(other -> bears(other, member));
    boolean accepted = member.operator().acceptedClaims().contains(claim.meta().uid());
    boolean secondary = member.intent().role() == GroupIntent.Role.SECONDARY;
    Unread unread = new Unread(member, waits).otherVolumes();
    if (secondary) {
      unread.sources();
    }
    if (waits.any()) {
      return false;
    }
    if (accepted || !(borneElsewhere || (secondary && member.rivalSources().isEmpty()))) {
      return true;
    }
    waits.add(
        Blocker.CLAIM_NOT_OURS,
        member.claimName(),
        borneElsewhere
            ? "another volume's journal bears its name"
            : "no ReplicationSource reads it");
    return false;
  }

  private static boolean bears(VolumeView other, Member member) {
    return other.journal().matches(j -> j.claim().key().equals(member.key()) && j.ending() == null);
  }

  private static boolean isServed(Member member, Waits waits) {
    String namespace = member.intent().group().namespace();
    if (member.key().namespace().equals(namespace)
        || member.policy().adminNamespaces().contains(namespace)) {
      return true;
    }
    waits.add(
        Blocker.CLAIM_NOT_OURS,
        member.claimName(),
        "is in another namespace than its group, which is not in an admin namespace");
    return false;
  }

  /**
   * A journal that names a group of another name, or that was written on another volume, refuses
   * us. One of our own name and another uid names a group that is gone, as a name is borne once;
   * what is taken over from it rests on our own object read live (design §5.1).
   */
  static boolean check(Member member, VolumeJournal journal, Waits waits) {
    VolumeView volume = member.theVolume();
    if (!isServed(member, waits)) {
      return false;
    }
    if (!journal.volumeUid().equals(volume.meta().uid())) {
      waits.add(
          Blocker.JOURNAL_UNREADABLE,
          member.volumeName(),
          "its journal was written on another volume");
    } else if (!journal.group().hasNameOf(member.intent().group())) {
      waits.add(
          Blocker.CLAIM_IN_TWO_GROUPS,
          member.volumeName(),
          "its journal names group " + journal.group());
    } else if (!journal.claim().key().equals(member.key())) {
      waits.add(
          Blocker.CLAIM_NOT_OURS,
          member.volumeName(),
          "its journal records claim " + journal.claim().key());
    } else if (journal.acting() == VolumeJournal.Acting.REPLICA) {
      waits.add(
          Blocker.CLAIM_NOT_OURS,
          member.volumeName(),
          "holds a replica, which is promoted and not protected");
    } else {
      addOpenHandoffOfAnother(member, journal, waits);
    }
    return !waits.any();
  }

  /**
   * What a group that is gone has begun can be finished or undone by nobody; what it has proven is
   * over, and stands in the way of no other claim of that name.
   */
  private static void addOpenHandoffOfAnother(Member member, VolumeJournal journal, Waits waits) {
    GroupRef named = journal.group();
    HandoffRecord handoff = journal.handoff();
    boolean over = handoff != null && handoff.proof() != null && isOtherClaim(member, journal);
    if (handoff != null && !over && !named.uid().equals(member.intent().group().uid())) {
      waits.add(
          Blocker.TURN_BACK_IMPOSSIBLE,
          member.volumeName(),
          "its journal holds handoff "
              + handoff.id()
              + " of group "
              + named
              + " of uid "
              + named.uid()
              + ", which is gone");
    }
  }

  private static boolean isOtherClaim(Member member, VolumeJournal journal) {
    ClaimView claim = member.claim();
    return claim != null && !claim.meta().uid().equals(journal.claim().uid());
  }
}
