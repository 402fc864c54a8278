// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.SourceView;
import java.util.Objects;

/**
 * Steps 6 and 7 (design §5.3): nothing that was already on its way holds P, T or V, seen live and
 * after V was redirected; then the source is armed, conditional on the version in which it stands
 * still.
 */
final class Fence {
  /**
   * V before what may use it (attack A10); RS needs no live read, as arming is conditional on its
   * version.
   */
  private static final ImmutableSet<Evidence> LIVE =
      ImmutableSet.of(Evidence.VOLUMES, Evidence.PODS, Evidence.JOBS, Evidence.ATTACHMENTS);

  /** From so many changes of the armed source on, the operator decides (design §5.5). */
  private static final int CHANGES_BEFORE_OPERATOR = 3;

  private final Member member;
  private final SourceView source;
  private final Barrier barrier;

  Fence(Member member, SourceView source, Barrier barrier) {
    this.member = member;
    this.source = source;
    this.barrier = barrier;
  }

  Step next() {
    Waits waits = member.waits();
    addUse(waits);
    addSource(waits);
    if (waits.any()) {
      return Step.await(Phase.FENCING, waits);
    }
    if (isSpent()) {
      return wasChanged()
          ? Attempt.raiseChanged(member, source, Phase.ARMING)
          : Attempt.raise(member, source, Phase.ARMING);
    }
    barrier.addTo(member, waits);
    if (waits.any()) {
      return Step.await(Phase.FENCING, waits);
    }
    if (!member.group().live().containsAll(LIVE)) {
      return Step.need(Phase.FENCING, LIVE);
    }
    addChanges(waits);
    return waits.any() ? Step.await(Phase.ARMING, waits) : arm();
  }

  private Step arm() {
    ClaimView temporary =
        Objects.requireNonNull(member.temporaryClaim(), "asked of a member whose T is bound");
    return Step.act(
        Phase.ARMING,
        Quiescence.arming(member, source, member.theRecord().attempt(), temporary.meta().uid()));
  }

  private void addUse(Waits waits) {
    new Unread(member, waits).movers();
    VolumeFitness.checkSharedHandle(member, waits);
    Movers movers = new SourceRest(member, source).movers();
    new Use(member, waits)
        .ofClaim(movers::includes)
        .ofTemporaryClaim(movers::includes)
        .ofAttachments(ImmutableSet.of())
        .ofNodes();
    addRunning(movers, waits);
  }

  private static void addRunning(Movers movers, Waits waits) {
    for (String mover : movers.running()) {
      waits.add(
          Blocker.MOVER_STILL_RUNNING,
          mover,
          "may still send what it copied before the volume was fenced");
    }
  }

  private void addSource(Waits waits) {
    SourceFitness.check(member, source, waits);
    SourceRest rest = new SourceRest(member, source);
    if (!rest.standsStill()) {
      rest.addTo(waits);
    }
    for (SourceView rival : member.rivalSources()) {
      SourceRest other = new SourceRest(member, rival);
      other.addUnlessSettled(waits);
      addRunning(other.movers(), waits);
    }
  }

  /**
   * The tag was used on this source: nothing would start under it, or what ran under it would count
   * (attack A6).
   */
  private boolean isSpent() {
    return Journals.highestUsed(member.id(), source) >= member.theRecord().attempt();
  }

  /**
   * It was armed under this attempt and no longer bears the tag: someone else took it off (attack
   * A14).
   */
  private boolean wasChanged() {
    var armed = Journals.armedOf(source);
    return armed != null
        && armed.id().equals(member.id())
        && armed.attempt() == member.theRecord().attempt();
  }

  /** The member is fenced, so that it holds nobody else back (design §5.5). */
  private void addChanges(Waits waits) {
    HandoffRecord record = member.theRecord();
    if (record.sourceChanges() >= CHANGES_BEFORE_OPERATOR
        && !member.id().text().equals(member.operator().retry())) {
      waits.add(
          Blocker.SOURCE_CHANGED,
          Member.nameOf(source),
          "was changed "
              + record.sourceChanges()
              + " times after it was armed, last by "
              + Attempt.changer(source));
    }
  }
}
