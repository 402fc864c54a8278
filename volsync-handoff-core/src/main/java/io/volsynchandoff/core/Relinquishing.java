// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.SourceView;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a relocation for one member (design §5.3). The step is derived from the bottom: a
 * proof; else the source bears our tag; else the volume is at T; else the first three.
 */
final class Relinquishing {
  private final Member member;
  private final Barrier barrier;

  Relinquishing(Member member, Barrier barrier) {
    this.member = member;
    this.barrier = barrier;
  }

  Step next() {
    Waits identity = Identity.check(member);
    if (identity.any()) {
      return Step.await(Phase.QUIESCING, identity);
    }
    Step retain = Protection.retain(member, phaseByBinding());
    if (retain != null) {
      return retain;
    }
    if (member.proof() != null) {
      return new Cleaning(member).next();
    }
    SourceView source = member.frozenSource();
    if (source == null) {
      return withoutSource();
    }
    return withSource(source);
  }

  /** Where the member stands by what is bound, whatever comes next. */
  private Phase phaseByBinding() {
    if (member.proof() != null) {
      return Phase.CLEANING;
    }
    if (!member.isRedirected()) {
      return Phase.QUIESCING;
    }
    if (!member.isTemporaryClaimBound()) {
      return Phase.BINDING;
    }
    if (member.isArmed()) {
      return Phase.SYNCING;
    }
    return Protection.release(member) != null ? Phase.RELEASING : Phase.FENCING;
  }

  private Step withoutSource() {
    Waits waits = member.waits();
    new Unread(member, waits).sources();
    if (!waits.any()) {
      waits.add(
          Blocker.SOURCE_MISSING,
          member.claimName(),
          "the ReplicationSource frozen with the handoff is gone");
    }
    return Step.await(phaseByBinding(), waits);
  }

  private Step withSource(SourceView source) {
    if (member.record() != null && source.journal().isUnknown()) {
      Waits waits = member.waits();
      SourceRest.addUnreadable(source, waits);
      return Step.await(phaseByBinding(), waits);
    }
    if (member.isArmed()) {
      return new FinalSync(member, source).next();
    }
    if (member.isRedirected()) {
      Step step = Redirection.unmet(member, source);
      return step != null ? step : afterBinding(source);
    }
    return beforeRedirect(source);
  }

  private Step beforeRedirect(SourceView source) {
    Step quiescing = new Quiescence(member, source).unmet();
    if (quiescing != null) {
      return quiescing;
    }
    Step parking = parking(source);
    return parking != null ? parking : Redirection.redirect(member, source);
  }

  /**
   * Step 2: left once the source stands still, or is wedged; rivals are parked too (design §5.4).
   */
  private @Nullable Step parking(SourceView source) {
    ImmutableList<SourceView> all = withRivals(source);
    Step park = SourceRest.parking(member, all, Phase.PARKING);
    if (park != null) {
      return park;
    }
    Waits waits = member.waits();
    all.forEach(each -> new SourceRest(member, each).addUnlessSettled(waits));
    return waits.any() ? Step.await(Phase.PARKING, waits) : null;
  }

  /** Steps 5 to 7, and the way back to rest of a source that runs under no tag of ours. */
  private Step afterBinding(SourceView source) {
    Waits waits = member.waits();
    new Unread(member, waits).claim();
    if (waits.any()) {
      return Step.await(Phase.RELEASING, waits);
    }
    MemberAction release = Protection.release(member);
    if (release != null) {
      return Step.act(Phase.RELEASING, release);
    }
    Step rest = toRest(source);
    return rest != null ? rest : new Fence(member, source, barrier).next();
  }

  private ImmutableList<SourceView> withRivals(SourceView source) {
    return ImmutableList.<SourceView>builder().add(source).addAll(member.rivalSources()).build();
  }

  /** Unwedged, parked again, or no longer paused; null where nothing of that is to be written. */
  private @Nullable Step toRest(SourceView source) {
    SourceRest rest = new SourceRest(member, source);
    if (rest.isWedged()) {
      return Step.act(Phase.FENCING, rest.unwedge());
    }
    Step park =
        SourceRest.parking(
            member,
            rest.isUnderOurTag() ? member.rivalSources() : withRivals(source),
            Phase.FENCING);
    if (park != null) {
      return park;
    }
    return source.paused()
        ? Step.act(Phase.FENCING, new MemberAction.PauseSource(source.meta().ref(), false))
        : null;
  }
}
