// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.jspecify.annotations.Nullable;

/**
 * Whether a frozen entry is what the volume itself says: a namespaced annotation alone never moves
 * a volume (design §5.2, §7 rule 12).
 */
final class Identity {
  private Identity() {}

  /** Adds what is wrong; nothing of the member may be written while there is anything. */
  static Waits check(Member member) {
    Waits waits = member.waits();
    if (!mayServe(member)) {
      return waits.add(
          Blocker.CLAIM_NOT_OURS,
          member.claimName(),
          "is in another namespace than its group, which is not in an admin namespace");
    }
    VolumeView volume = member.volume();
    if (volume == null) {
      return missing(member, waits);
    }
    VolumeJournal journal = member.journal();
    if (journal == null) {
      String why = volume.journal().isUnknown() ? volume.journal().why() : "it bears no journal";
      return waits.add(Blocker.JOURNAL_UNREADABLE, member.volumeName(), why);
    }
    journalled(member, volume, journal, waits);
    claimed(member, volume, journal, waits);
    return waits;
  }

  private static boolean mayServe(Member member) {
    String namespace = member.intent().group().namespace();
    return member.key().namespace().equals(namespace)
        || member.policy().adminNamespaces().contains(namespace);
  }

  private static Waits missing(Member member, Waits waits) {
    new Unread(member, waits).volume();
    if (waits.any()) {
      return waits;
    }
    return waits.add(
        Blocker.VOLUME_MISSING,
        member.volumeName(),
        "is gone, and its data with it or out of reach; the handoff of "
            + member.key()
            + " cannot succeed");
  }

  private static void journalled(
      Member member, VolumeView volume, VolumeJournal journal, Waits waits) {
    if (!journal.volumeUid().equals(volume.meta().uid())) {
      waits.add(
          Blocker.JOURNAL_UNREADABLE,
          member.volumeName(),
          "its journal was written on another volume");
    } else if (!journal.group().uid().equals(member.intent().group().uid())) {
      waits.add(
          Blocker.CLAIM_IN_TWO_GROUPS,
          member.volumeName(),
          "its journal names group " + journal.group());
    } else if (!journal.claim().key().equals(member.key()) || !isFrozenClaim(member, journal)) {
      waits.add(
          Blocker.MEMBER_MISSING,
          member.volumeName(),
          "its journal records claim "
              + journal.claim().key()
              + " of uid "
              + journal.claim().uid());
    } else if (journal.acting() != VolumeJournal.Acting.PRIMARY) {
      waits.add(
          Blocker.CLAIM_NOT_OURS,
          member.volumeName(),
          "holds a replica, which is never handed off");
    }
  }

  private static boolean isFrozenClaim(Member member, VolumeJournal journal) {
    var frozen = member.frozen();
    return frozen != null && frozen.claimUid().equals(journal.claim().uid());
  }

  /**
   * V.claimRef is that very claim, by name alone where it has no uid, or its T; nil, which the
   * redirect repairs, only once it was redirected.
   */
  private static void claimed(
      Member member, VolumeView volume, VolumeJournal journal, Waits waits) {
    ClaimRef claimRef = volume.claimRef();
    if (claimRef == null ? member.record() == null : !isGranted(member, claimRef, journal)) {
      waits.add(
          Blocker.VOLUME_CLAIMED_BY_OTHER,
          member.volumeName(),
          "its claimRef is " + text(claimRef));
    }
  }

  private static boolean isGranted(Member member, ClaimRef claimRef, VolumeJournal journal) {
    String uid = claimRef.uid();
    return claimRef.names(member.temporaryKey())
        || (claimRef.names(member.key()) && (uid == null || uid.equals(journal.claim().uid())));
  }

  private static String text(@Nullable ClaimRef claimRef) {
    return claimRef == null ? "empty" : claimRef.claim() + " of uid " + claimRef.uid();
  }
}
