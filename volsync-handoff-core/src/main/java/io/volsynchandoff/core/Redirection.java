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
    if (member.isTemporaryClaimBound() && member.isTemporaryClaimOurs()) {
      return terminating(member);
    }
    if (member.seen().temporaryClaim().isUnknown()) {
      Waits waits = member.waits();
      waits.add(
          Blocker.USAGE_UNKNOWN, member.temporaryName(), member.seen().temporaryClaim().why());
      return Step.await(Phase.BINDING, waits);
    }
    ClaimView temporary = member.temporaryClaim();
    if (temporary != null) {
      return unbound(member, source, temporary);
    }
    return namesDeadClaim(member, null) ? redirect(member, source) : create(member);
  }

  private static @Nullable Step terminating(Member member) {
    ClaimView temporary = member.temporaryClaim();
    if (temporary == null || !temporary.meta().isDeleting()) {
      return null;
    }
    Waits waits = member.waits();
    addTerminating(member, waits);
    return Step.await(Phase.BINDING, waits);
  }

  private static void addTerminating(Member member, Waits waits) {
    waits.add(
        Blocker.TEMPORARY_CLAIM_TERMINATING,
        member.temporaryName(),
        "was deleted; it is made again once gone");
  }

  private static Step unbound(Member member, SourceView source, ClaimView temporary) {
    Waits waits = member.waits();
    if (!member.isTemporaryClaimOurs()) {
      waits.add(
          Blocker.TEMPORARY_CLAIM_NOT_OURS,
          member.temporaryName(),
          "stands where the temporary claim belongs, of uid " + temporary.meta().uid());
      return Step.await(Phase.BINDING, waits);
    }
    if (temporary.meta().isDeleting()) {
      addTerminating(member, waits);
      return Step.await(Phase.BINDING, waits);
    }
    if (namesDeadClaim(member, temporary)) {
      return redirect(member, source);
    }
    waits.add(
        Blocker.TEMPORARY_CLAIM_NOT_BOUND,
        member.temporaryName(),
        "is "
            + temporary.phase()
            + "; the PV controller has not bound it to "
            + member.volumeName());
    return Step.await(Phase.BINDING, waits);
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

  static Step redirect(Member member, SourceView source) {
    if (!Relinquishing.mayMove(member.theVolume())) {
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
    if (member.seen().namespace().matches(namespace -> namespace.terminating())) {
      Waits waits = member.waits();
      waits.add(
          Blocker.NAMESPACE_TERMINATING,
          "Namespace " + member.key().namespace(),
          "the temporary claim cannot be made; " + member.volumeName() + " stays on Retain");
      return Step.await(Phase.BINDING, waits);
    }
    return Step.act(
        Phase.BINDING, new MemberAction.CreateTemporaryClaim(Quiescence.temporaryClaim(member)));
  }
}
