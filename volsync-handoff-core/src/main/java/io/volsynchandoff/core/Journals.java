// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.volsynchandoff.core.journal.ClaimRecord;
import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.jspecify.annotations.Nullable;

/** What the journals are made of, and how they go on from one write to the next. */
final class Journals {
  private Journals() {}

  /**
   * The journal of a volume that comes under protection (design §5.1); a policy recorded before is
   * kept.
   */
  static VolumeJournal ofProtected(
      Member member, VolumeView volume, ClaimView claim, @Nullable VolumeJournal before) {
    return VolumeJournal.builder()
        .volumeUid(volume.meta().uid())
        .group(member.intent().group())
        .claim(recordOf(claim))
        .acting(VolumeJournal.Acting.PRIMARY)
        .originalPolicy(before == null ? volume.policy() : before.originalPolicy())
        .build();
  }

  /** A journal that is there and cannot be read is never taken for none (design §7 rule 8). */
  static void addUnreadable(Member member, Waits waits) {
    VolumeView volume = member.volume();
    if (volume != null && volume.journal().isUnknown()) {
      waits.add(Blocker.JOURNAL_UNREADABLE, member.volumeName(), volume.journal().why());
    }
  }

  static ClaimRecord recordOf(ClaimView claim) {
    return new ClaimRecord(
        claim.key(),
        claim.meta().uid(),
        claim.spec(),
        claim.meta().labels(),
        ImmutableMap.copyOf(Maps.filterKeys(claim.meta().annotations(), Journals::isWorthKeeping)));
  }

  /**
   * Binding's annotations belong to the old binding, and kubectl's copy of the manifest may not
   * fit.
   */
  private static boolean isWorthKeeping(String annotation) {
    return !annotation.startsWith("pv.kubernetes.io/")
        && !annotation.startsWith("volume.kubernetes.io/")
        && !annotation.startsWith("volume.beta.kubernetes.io/")
        && !annotation.equals("kubectl.kubernetes.io/last-applied-configuration");
  }

  /**
   * The journal of the redirect: the claim as it is now, and the handoff, whose attempt never goes
   * down.
   */
  static VolumeJournal redirected(Member member, SourceView source) {
    VolumeJournal journal = member.theJournal();
    HandoffRecord before = member.record();
    ClaimView claim = member.journalledClaim();
    HandoffRecord record =
        before != null
            ? before
            : HandoffRecord.builder()
                .id(member.id())
                .attempt(highestUsed(member.id(), source) + 1)
                .memberCount(member.begun().members().size())
                .sourceUid(source.meta().uid())
                .build();
    return VolumeJournal.builder()
        .from(journal)
        .claim(claim == null ? journal.claim() : recordOf(claim))
        .handoff(record)
        .build();
  }

  /** A new attempt: higher than any that the source has seen, and without a proof. */
  static VolumeJournal raised(Member member, SourceView source, boolean changedByOther) {
    HandoffRecord record = member.theRecord();
    HandoffRecord raised =
        HandoffRecord.builder()
            .from(record)
            .attempt(Math.max(record.attempt(), highestUsed(member.id(), source)) + 1)
            .sourceChanges(record.sourceChanges() + (changedByOther ? 1 : 0))
            .proof(null)
            .build();
    return VolumeJournal.builder().from(member.theJournal()).handoff(raised).build();
  }

  /**
   * The highest attempt of this handoff that the source has seen, in spec, status or its journal; 0
   * for none.
   */
  static int highestUsed(HandoffId id, SourceView source) {
    SourceJournal.Armed armed = armedOf(source);
    int journalled =
        armed != null && armed.id().equals(id) && armed.attempt() <= HandoffId.MOST_ATTEMPTS
            ? armed.attempt()
            : 0;
    return Math.max(
        journalled,
        Math.max(attemptIn(id, source.lastManualSync()), attemptIn(id, source.manualTag())));
  }

  private static int attemptIn(HandoffId id, @Nullable String tag) {
    return tag == null ? 0 : id.attemptOf(tag);
  }

  /** The source's journal, if it was written on this very source. */
  static @Nullable SourceJournal of(SourceView source) {
    SourceJournal journal = source.journal().orNull();
    return journal != null && journal.sourceUid().equals(source.meta().uid()) ? journal : null;
  }

  static SourceJournal.@Nullable Armed armedOf(SourceView source) {
    SourceJournal journal = of(source);
    return journal == null ? null : journal.armed();
  }

  /**
   * What parking and arming replace, as it is before the first of them; kept from then on (design
   * §5.4).
   */
  static SourceJournal kept(Member member, SourceView source) {
    SourceJournal before = of(source);
    if (before != null) {
      return before;
    }
    VolumeJournal journal = member.theJournal();
    return SourceJournal.builder()
        .claimUid(journal.claim().uid())
        .sourceUid(source.meta().uid())
        .originalClaim(source.sourceClaim())
        .originalManualTag(source.manualTag())
        .originalSchedule(source.schedule())
        .originalPaused(source.paused())
        .originalCopyMethod(source.copyMethod())
        .originalMoverPodLabels(source.moverPodLabels())
        .originalSpec(source.spec())
        .armed(spentWhereUnknown(member, source))
        .build();
  }

  /**
   * A source that lost its journal after the redirect may have been armed before: its attempt
   * counts as spent, so that no tag is used twice (design §5.4).
   */
  private static SourceJournal.@Nullable Armed spentWhereUnknown(Member member, SourceView source) {
    HandoffRecord record = member.record();
    return record == null
        ? null
        : new SourceJournal.Armed(record.id(), record.attempt(), "", source.meta().generation());
  }
}
