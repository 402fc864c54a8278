// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.action.TemporaryClaim;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.jspecify.annotations.Nullable;

/**
 * Step 1 (design §5.3): nothing writes any more, and everything that comes later is known to work.
 */
final class Quiescence {
  private final Member member;
  private final SourceView source;
  private final Waits waits;

  Quiescence(Member member, SourceView source) {
    this.member = member;
    this.source = source;
    this.waits = member.waits();
  }

  /** Null once the step is left. */
  @Nullable Step unmet() {
    checkBinding();
    VolumeFitness.check(member, waits);
    checkUse();
    SourceFitness.check(member, source, waits);
    checkTemporaryName();
    Redirection.addNamespace(member, waits);
    ImmutableList<MemberAction> rehearsals = checkRehearsals();
    if (!rehearsals.isEmpty()) {
      return Step.rehearse(Phase.QUIESCING, waits, rehearsals);
    }
    return waits.any() ? Step.await(Phase.QUIESCING, waits) : null;
  }

  /** P already gone, with V on Retain and its journal whole, is no error: it goes on without P. */
  private void checkBinding() {
    new Unread(member, waits).claim();
    ClaimView claim = member.journalledClaim();
    if (claim != null && !claim.isBoundTo(member.theVolume())) {
      waits.add(
          Blocker.CLAIM_NOT_BOUND,
          member.claimName(),
          "is " + claim.phase() + " and not bound by uid");
    }
  }

  private void checkUse() {
    new Unread(member, waits).movers();
    Movers movers = new SourceRest(member, source).movers();
    new Use(member, waits)
        .ofClaim(movers::includes)
        .ofAttachments(movers.nodesUsing(member.key()))
        .ofNodes();
  }

  private void checkTemporaryName() {
    new Unread(member, waits).temporaryClaim();
    if (member.temporaryClaim() != null && !member.isTemporaryClaimOurs()) {
      addNameTaken();
    }
  }

  private void addNameTaken() {
    waits.add(
        Blocker.TEMPORARY_CLAIM_NOT_OURS,
        member.temporaryName(),
        "exists, and does not bear our labels, this handoff and " + member.volumeName());
  }

  /** What is still to be rehearsed; answers that are in are added to the waits. */
  private ImmutableList<MemberAction> checkRehearsals() {
    ImmutableList.Builder<MemberAction> missing = ImmutableList.builder();
    if (member.temporaryClaim() == null) {
      MemberAction create = new MemberAction.CreateTemporaryClaim(temporaryClaim(member));
      checkRehearsal(create, missing);
    }
    if (source.movers().size() == 1 && SourceFitness.mover(source).isServed()) {
      checkRehearsal(arming(member, source, 1, ""), missing);
    }
    return missing.build();
  }

  private void checkRehearsal(MemberAction action, ImmutableList.Builder<MemberAction> missing) {
    Rehearsal rehearsal = Refusals.answerTo(member, action);
    if (rehearsal == null) {
      missing.add(action);
      return;
    }
    switch (rehearsal.answer()) {
      case PASSED -> {
        if (action instanceof MemberAction.ArmSource && !rehearsal.moverPodLabelsKept()) {
          waits.add(
              Blocker.SOURCE_UNSUPPORTED,
              Member.nameOf(source),
              "its CRD drops moverPodLabels: VolSync is older than 0.9");
        }
      }
      case EXISTS -> {
        addNameTaken();
        waits.retryAfter(member.policy().refusedRetry());
      }
      case REFUSED, UNKNOWN -> Refusals.add(member, action, rehearsal, waits);
    }
  }

  /** T from the allow-list: the smaller of P's request and V's capacity (design §7 rule 4). */
  static TemporaryClaim temporaryClaim(Member member) {
    VolumeView volume = member.theVolume();
    ClaimView claim = member.journalledClaim();
    return new TemporaryClaim(
        member.temporaryKey(),
        ImmutableMap.of(
            HandoffNames.TEMPORARY_CLAIM_LABEL,
            "true",
            HandoffNames.HANDOFF_LABEL,
            member.id().text()),
        volume.meta().name(),
        claim == null ? volume.storageClass() : claim.storageClass(),
        ImmutableSortedSet.copyOf(claim == null ? volume.accessModes() : claim.accessModes()),
        volume.volumeMode(),
        claim == null ? volume.attributesClass() : claim.attributesClass(),
        claim == null ? volume.capacity() : claim.request().smaller(volume.capacity()));
  }

  /**
   * The one write that starts the final sync (design §5.4); its journal names the generation that
   * it makes.
   */
  static MemberAction.ArmSource arming(
      Member member, SourceView source, int attempt, String temporaryUid) {
    String tag = member.id().tag(attempt);
    ImmutableMap.Builder<String, String> labels = ImmutableMap.builder();
    labels.putAll(source.moverPodLabels()).put(HandoffNames.HANDOFF_LABEL, tag);
    SourceJournal journal =
        SourceJournal.builder()
            .from(Journals.kept(member, source))
            .armed(
                new SourceJournal.Armed(
                    member.id(), attempt, temporaryUid, source.meta().generation() + 1))
            .build();
    return new MemberAction.ArmSource(
        source.meta().ref(),
        SourceFitness.mover(source),
        member.temporaryKey().name(),
        tag,
        labels.buildKeepingLast(),
        journal);
  }
}
