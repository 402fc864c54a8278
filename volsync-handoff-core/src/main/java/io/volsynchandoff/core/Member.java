// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One member as the rules see it: its snapshot, and the questions that the rules ask of it. */
final class Member {
  private final GroupSnapshot group;
  private final MemberSnapshot seen;
  private final HandoffPolicy policy;
  private final Instant now;
  private final @Nullable FrozenMember frozen;

  Member(GroupSnapshot group, MemberSnapshot seen, HandoffPolicy policy, Instant now) {
    this.group = group;
    this.seen = seen;
    this.policy = policy;
    this.now = now;
    Freeze freeze = group.freeze().orNull();
    this.frozen = freeze == null ? null : freeze.member(seen.key());
  }

  MemberSnapshot seen() {
    return seen;
  }

  Instant now() {
    return now;
  }

  HandoffPolicy policy() {
    return policy;
  }

  ClaimKey key() {
    return seen.key();
  }

  GroupIntent intent() {
    return group.intent();
  }

  OperatorWord operator() {
    return group.operator();
  }

  GroupSnapshot group() {
    return group;
  }

  /** Read for the whole group, or for this member by itself. */
  boolean isLive(Evidence evidence) {
    return switch (evidence) {
      case TEMPORARY_CLAIM -> seen.live().contains(evidence) || isLive(Evidence.CLAIMS);
      case VOLUME -> seen.live().contains(evidence) || isLive(Evidence.VOLUMES);
      default -> group.live().contains(evidence);
    };
  }

  Waits waits() {
    return new Waits(now, seen.conditions(), policy.waitDeadline());
  }

  @Nullable Freeze freeze() {
    return group.freeze().orNull();
  }

  /** The freeze of a handoff that has begun; asked only where there is one. */
  Freeze begun() {
    return Objects.requireNonNull(freeze(), "asked of a handoff that has not begun");
  }

  HandoffId id() {
    return begun().id();
  }

  @Nullable FrozenMember frozen() {
    return frozen;
  }

  ClaimKey temporaryKey() {
    return HandoffNames.temporaryClaim(key());
  }

  /** P, whatever its uid; null where it is absent or unknown. */
  @Nullable ClaimView claim() {
    return seen.claim().orNull();
  }

  /** P, if it is the very claim that the journal records. */
  @Nullable ClaimView journalledClaim() {
    ClaimView claim = claim();
    VolumeJournal journal = journal();
    return claim != null && journal != null && claim.meta().uid().equals(journal.claim().uid())
        ? claim
        : null;
  }

  @Nullable ClaimView temporaryClaim() {
    return seen.temporaryClaim().orNull();
  }

  @Nullable VolumeView volume() {
    return seen.volume().orNull();
  }

  /** V; asked only after {@link Identity} found it. */
  VolumeView theVolume() {
    return Objects.requireNonNull(volume(), "asked of a member without a volume");
  }

  @Nullable VolumeJournal journal() {
    VolumeView volume = volume();
    return volume == null ? null : volume.journal().orNull();
  }

  /** The journal; asked only after {@link Identity} found it. */
  VolumeJournal theJournal() {
    return Objects.requireNonNull(journal(), "asked of a volume without a journal");
  }

  /** V bears a journal that was written on it for this very group (design §7 rule 12). */
  boolean isJournalledHere() {
    VolumeView volume = volume();
    VolumeJournal journal = journal();
    return volume != null
        && journal != null
        && journal.volumeUid().equals(volume.meta().uid())
        && journal.group().uid().equals(intent().group().uid());
  }

  /** V holds this group's own data, and has neither left our care nor been given up. */
  boolean isActingPrimaryHere() {
    VolumeJournal journal = journal();
    return isJournalledHere()
        && journal != null
        && journal.acting() == VolumeJournal.Acting.PRIMARY
        && journal.ending() == null;
  }

  /** The journal's record of the handoff that has begun, or null where this member has none yet. */
  @Nullable HandoffRecord record() {
    VolumeJournal journal = journal();
    return journal == null || freeze() == null ? null : journal.handoffOf(id());
  }

  HandoffRecord theRecord() {
    return Objects.requireNonNull(record(), "asked of a member that was not redirected");
  }

  @Nullable Proof proof() {
    HandoffRecord record = record();
    return record == null ? null : record.proof();
  }

  /** The frozen source bears the tag of the attempt that is due. */
  boolean isArmed() {
    HandoffRecord record = record();
    SourceView source = frozenSource();
    return record != null
        && source != null
        && record.id().tag(record.attempt()).equals(source.manualTag());
  }

  boolean isRedirected() {
    ClaimRef claimRef = theVolume().claimRef();
    return record() != null && claimRef != null && claimRef.names(temporaryKey());
  }

  /** T bound to V, both by uid (design §5.3 step 4). */
  boolean isTemporaryClaimBound() {
    ClaimView temporary = temporaryClaim();
    return temporary != null && temporary.isBoundTo(theVolume());
  }

  /** T is ours with both our labels, this id, and {@code volumeName: V} (design §2). */
  boolean isTemporaryClaimOurs() {
    ClaimView temporary = temporaryClaim();
    return temporary != null
        && "true".equals(temporary.meta().labels().get(HandoffNames.TEMPORARY_CLAIM_LABEL))
        && id().text().equals(temporary.meta().labels().get(HandoffNames.HANDOFF_LABEL))
        && theVolume().meta().name().equals(temporary.volumeName());
  }

  /** The source by uid, or null where it is not there. */
  @Nullable SourceView source(@Nullable String uid) {
    return seen.sources().known().stream()
        .filter(source -> source.meta().uid().equals(uid))
        .findFirst()
        .orElse(null);
  }

  /** The source that the freeze names; null where it is gone, or the freeze names none. */
  @Nullable SourceView frozenSource() {
    return frozen == null ? null : source(frozen.sourceUid());
  }

  /** Sources other than the frozen one that read P. */
  ImmutableList<SourceView> rivalSources() {
    SourceView own = frozenSource();
    return seen.sources().known().stream()
        .filter(source -> source.sourceClaimKey().equals(key()))
        .filter(source -> own == null || !source.meta().uid().equals(own.meta().uid()))
        .collect(ImmutableList.toImmutableList());
  }

  String claimName() {
    return "PersistentVolumeClaim " + key();
  }

  String temporaryName() {
    return "PersistentVolumeClaim " + temporaryKey();
  }

  String volumeName() {
    VolumeView volume = volume();
    String name =
        volume != null ? volume.meta().name() : frozen != null ? frozen.volume() : "of " + key();
    return "PersistentVolume " + name;
  }

  static String nameOf(SourceView source) {
    return "ReplicationSource " + source.meta().namespace() + "/" + source.meta().name();
  }
}
