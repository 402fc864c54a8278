// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import org.jspecify.annotations.Nullable;

/** Steps 3 and 4 (design §5.3): V's claimRef names T, T exists and both are bound by uid. */
final class Redirection {
  private Redirection() {}

  /** Null once T is bound to V. */
  static @Nullable Step unmet(Member member, SourceView source) {
    Waits waits = member.waits();
    new Unread(member, waits).temporaryClaim();
    if (waits.any()) {
      return Step.await(Phase.BINDING, waits);
    }
    ClaimView temporary = member.temporaryClaim();
    if (temporary == null) {
      return namesDeadClaim(member, null) ? redirect(member, source) : create(member);
    }
    if (!member.isTemporaryClaimOurs()) {
      waits.add(
          Blocker.TEMPORARY_CLAIM_NOT_OURS,
          member.temporaryName(),
          "stands where the temporary claim belongs, of uid " + temporary.meta().uid());
      return Step.await(Phase.BINDING, waits);
    }
    if (temporary.meta().isDeleting()) {
      return terminating(member, source);
    }
    return member.isTemporaryClaimBound() ? null : unbound(member, source, temporary);
  }

  /** A source that reads T is paused until T is gone: its mover would pin it (attack A7). */
  private static Step terminating(Member member, SourceView source) {
    if (source.sourceClaimKey().equals(member.temporaryKey()) && !source.paused()) {
      return Step.act(Phase.BINDING, new MemberAction.PauseSource(source.meta().ref(), true));
    }
    Waits waits = member.waits();
    waits.add(
        Blocker.TEMPORARY_CLAIM_TERMINATING,
        member.temporaryName(),
        "was deleted; it is made again once gone");
    return Step.await(Phase.BINDING, waits);
  }

  private static Step unbound(Member member, SourceView source, ClaimView temporary) {
    if (namesDeadClaim(member, temporary)) {
      return redirect(member, source);
    }
    Waits waits = member.waits();
    waits.add(
        Blocker.TEMPORARY_CLAIM_NOT_BOUND, member.temporaryName(), whyUnbound(member, temporary));
    return Step.await(Phase.BINDING, waits);
  }

  /** A claim that was bound once and lost its volume is never bound by name again (facts §6.1). */
  private static String whyUnbound(Member member, ClaimView temporary) {
    return temporary.phase() == ClaimView.Phase.LOST
        ? "has lost " + member.volumeName() + "; delete it, and it is made again"
        : "is "
            + temporary.phase()
            + "; the PV controller has not bound it to "
            + member.volumeName();
  }

  /** V's claimRef is nil, or keeps the uid of a claim that is not this T (attack A7). */
  private static boolean namesDeadClaim(Member member, @Nullable ClaimView temporary) {
    ClaimRef claimRef = member.theVolume().claimRef();
    if (claimRef == null || !claimRef.names(member.temporaryKey())) {
      return true;
    }
    String uid = claimRef.uid();
    return uid != null && (temporary == null || !uid.equals(temporary.meta().uid()));
  }

  /** A volume that is being deleted must stay bound (case H20). */
  static Step redirect(Member member, SourceView source) {
    if (member.theVolume().meta().isDeleting()) {
      Waits waits = member.waits();
      waits.add(Blocker.VOLUME_DELETING, member.volumeName(), "a new claimRef would let it vanish");
      return Step.await(Phase.REDIRECTING, waits);
    }
    return Step.act(
        Phase.REDIRECTING,
        new MemberAction.RedirectVolume(
            member.theVolume().meta().ref(),
            member.temporaryKey(),
            Journals.redirected(member, source)));
  }

  private static Step create(Member member) {
    Waits waits = member.waits();
    new Unread(member, waits).claim();
    addNamespace(member, waits);
    return waits.any()
        ? Step.await(Phase.BINDING, waits)
        : Step.act(
            Phase.BINDING,
            new MemberAction.CreateTemporaryClaim(Quiescence.temporaryClaim(member)));
  }

  /** Nothing can be created in a namespace that is terminating. */
  static void addNamespace(Member member, Waits waits) {
    new Unread(member, waits).namespaceItself();
    if (member.seen().namespace().matches(namespace -> namespace.terminating())) {
      waits.add(
          Blocker.NAMESPACE_TERMINATING,
          "Namespace " + member.key().namespace(),
          "the temporary claim cannot be made; " + member.volumeName() + " stays on Retain");
    }
  }
}
