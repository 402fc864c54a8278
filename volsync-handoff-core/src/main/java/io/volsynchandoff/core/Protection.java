// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.jspecify.annotations.Nullable;

/**
 * The steady state of a primary (design §5.1): V first, then P, then nothing until something
 * changes.
 */
final class Protection {
  private final Member member;

  Protection(Member member) {
    this.member = member;
  }

  Step next() {
    Waits waits = member.waits();
    if (!addUnknowns(waits)) {
      return Step.await(Phase.PROTECTING, waits);
    }
    VolumeJournal journal = member.journal();
    if (journal == null) {
      return unjournalled(waits);
    }
    return Ownership.check(member, journal, waits)
        ? journalled(journal, waits)
        : Step.await(Phase.REFUSED, waits);
  }

  private boolean addUnknowns(Waits waits) {
    new Unread(member, waits).claim().volume();
    Journals.addUnreadable(member, waits);
    return !waits.any();
  }

  /**
   * A volume without a journal comes under protection, if it is P's by uid and P may be protected.
   */
  private Step unjournalled(Waits waits) {
    ClaimView claim = member.claim();
    VolumeView volume = member.volume();
    if (claim == null) {
      waits.add(
          Blocker.CLAIM_MISSING,
          member.claimName(),
          "is not there, and no volume's journal names it");
    } else if (volume == null || !claim.isBoundTo(volume)) {
      addUnbound(claim, waits);
    } else if (Ownership.mayBegin(member, claim, waits)) {
      return Step.act(
          Phase.PROTECTING,
          new MemberAction.ProtectVolume(
              volume.meta().ref(), Journals.ofProtected(member, volume, claim, null)));
    }
    return Step.await(
        waits.list().stream().anyMatch(b -> b.reason() == Blocker.CLAIM_NOT_OURS)
            ? Phase.REFUSED
            : Phase.PROTECTING,
        waits);
  }

  private Step journalled(VolumeJournal journal, Waits waits) {
    VolumeView volume = member.theVolume();
    ClaimView claim = member.claim();
    if (claim != null && member.journalledClaim() == null) {
      return otherClaim(claim, volume, journal, waits);
    }
    boolean ours = journal.group().uid().equals(member.intent().group().uid());
    if (!ours || journal.ending() != null) {
      return ofAnother(claim, volume, journal, waits);
    }
    Step retain = retain(member, Phase.PROTECTING);
    if (retain != null) {
      return retain;
    }
    if (claim == null || claim.meta().isDeleting()) {
      return member.intent().role() == GroupIntent.Role.SECONDARY
          ? Step.rest(Phase.PROTECTED)
          : new OwnerDeletion(member).next(claim);
    }
    return protectClaim(claim, volume, waits);
  }

  /**
   * A dead group's volume, or one that had left our care: taken over while P is bound to it, its
   * recorded policy kept (design §5.1).
   */
  private Step ofAnother(
      @Nullable ClaimView claim, VolumeView volume, VolumeJournal journal, Waits waits) {
    if (claim != null && claim.isBoundTo(volume)) {
      return takeOver(volume, claim, journal);
    }
    if (claim != null) {
      addUnbound(claim, waits);
    } else {
      waits.add(
          Blocker.CLAIM_MISSING,
          member.claimName(),
          "is gone; " + volume.meta().name() + " of group " + journal.group() + " stays as it is");
    }
    return Step.await(Phase.PROTECTING, waits);
  }

  private Step takeOver(VolumeView volume, ClaimView claim, VolumeJournal journal) {
    return Step.act(
        Phase.PROTECTING,
        new MemberAction.ProtectVolume(
            volume.meta().ref(), Journals.ofProtected(member, volume, claim, journal)));
  }

  private void addUnbound(ClaimView claim, Waits waits) {
    waits.add(
        Blocker.CLAIM_NOT_BOUND,
        member.claimName(),
        "is " + claim.phase() + " and not bound by uid");
  }

  /**
   * P under the name but of another uid: nothing of it is synced or adopted until the operator
   * accepts it.
   */
  private Step otherClaim(ClaimView claim, VolumeView volume, VolumeJournal journal, Waits waits) {
    if (!member.operator().acceptedClaims().contains(claim.meta().uid())) {
      Step parking = new OwnerDeletion(member).parking();
      if (parking != null) {
        return parking;
      }
      waits.add(
          Blocker.CLAIM_NOT_OURS,
          member.claimName(),
          "has uid " + claim.meta().uid() + ", the journal records " + journal.claim().uid());
      return Step.await(Phase.REFUSED, waits);
    }
    if (claim.isBoundTo(volume)) {
      return takeOver(volume, claim, journal);
    }
    if (journal.ending() == VolumeJournal.Ending.KEPT) {
      addUnbound(claim, waits);
      return Step.await(Phase.PROTECTING, waits);
    }
    return Step.act(
        Phase.PROTECTING,
        new MemberAction.EndVolume(
            volume.meta().ref(),
            VolumeView.ReclaimPolicy.RETAIN,
            VolumeJournal.builder().from(journal).ending(VolumeJournal.Ending.KEPT).build()));
  }

  private Step protectClaim(ClaimView claim, VolumeView volume, Waits waits) {
    if (!claim.isBoundTo(volume)) {
      addUnbound(claim, waits);
      return Step.await(Phase.PROTECTING, waits);
    }
    ImmutableList<OwnerView> owners = keptOwners(claim);
    boolean finalizer = claim.meta().finalizers().contains(HandoffNames.CLAIM_FINALIZER);
    if (!finalizer
        || owners.size() != claim.meta().owners().size()
        || claim.meta().labels().containsKey(HandoffNames.REPLICA_LABEL)) {
      return Step.act(
          Phase.PROTECTING,
          new MemberAction.ProtectClaim(
              claim.meta().ref(), withOurs(claim.meta().finalizers()), owners));
    }
    Step restored = restoreSource(claim);
    if (restored != null) {
      return restored;
    }
    addParked(waits);
    return waits.any() ? Step.await(Phase.PROTECTING, waits) : Step.rest(Phase.PROTECTED);
  }

  /** A source that is not restored sends nothing: the claim has no replica that follows it. */
  private void addParked(Waits waits) {
    for (SourceView source : member.rivalSources()) {
      SourceJournal journal = Journals.of(source);
      if (source.journal().isUnknown()) {
        SourceRest.addUnreadable(source, waits);
      } else if (journal != null) {
        waits.add(
            Blocker.SOURCE_LEFT_PARKED,
            Member.nameOf(source),
            "is parked for the claim of uid " + journal.claimUid());
      }
    }
  }

  /** Owners whose deletion would garbage collect the claim of a primary (case H14). */
  private static ImmutableList<OwnerView> keptOwners(ClaimView claim) {
    return claim.meta().owners().stream()
        .filter(owner -> !owner.apiVersion().startsWith("ramendr.openshift.io/"))
        .filter(owner -> !owner.apiVersion().startsWith("volsync.backube/"))
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * A source parked for a claim that went is unparked for that very claim, or for one that was
   * accepted.
   */
  @Nullable Step restoreSource(ClaimView claim) {
    for (SourceView source : member.rivalSources()) {
      SourceJournal journal = Journals.of(source);
      if (journal != null
          && !claim.meta().isDeleting()
          && (journal.claimUid().equals(claim.meta().uid())
              || member.operator().acceptedClaims().contains(claim.meta().uid()))) {
        return Step.act(
            Phase.PROTECTING,
            new MemberAction.RestoreSource(
                source.meta().ref(),
                source.movers().size() == 1 ? SourceFitness.mover(source) : null,
                journal));
      }
    }
    return null;
  }

  /**
   * Retain before anything else, whatever the phase; null where it is observed (design §7 rule 1,
   * case H04).
   */
  static @Nullable Step retain(Member member, Phase phase) {
    VolumeView volume = member.theVolume();
    return volume.policy() == VolumeView.ReclaimPolicy.RETAIN
        ? null
        : Step.act(phase, new MemberAction.ProtectVolume(volume.meta().ref(), member.theJournal()));
  }

  /** Takes our finalizer off whatever claim bears P's name; null where none bears it. */
  static @Nullable MemberAction release(Member member) {
    ClaimView claim = member.claim();
    if (claim == null || !claim.meta().finalizers().contains(HandoffNames.CLAIM_FINALIZER)) {
      return null;
    }
    return new MemberAction.ReleaseClaim(
        claim.meta().ref(), without(claim.meta().finalizers(), HandoffNames.CLAIM_FINALIZER));
  }

  private static ImmutableList<String> withOurs(ImmutableList<String> finalizers) {
    return finalizers.contains(HandoffNames.CLAIM_FINALIZER)
        ? finalizers
        : ImmutableList.<String>builder()
            .addAll(finalizers)
            .add(HandoffNames.CLAIM_FINALIZER)
            .build();
  }

  static ImmutableList<String> without(ImmutableList<String> finalizers, String ours) {
    return finalizers.stream()
        .filter(f -> !f.equals(ours))
        .collect(ImmutableList.toImmutableList());
  }
}
