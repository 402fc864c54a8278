// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimView;
import org.jspecify.annotations.Nullable;

/**
 * P deleted by its owner while the group is primary (design §5.1): RS is parked and at rest, Retain
 * is observed, then P may go. What comes under its name is another claim.
 */
final class OwnerDeletion {
  private final Member member;

  OwnerDeletion(Member member) {
    this.member = member;
  }

  Step next(@Nullable ClaimView claim) {
    Step parking = parking();
    if (parking != null) {
      return parking;
    }
    Waits waits = member.waits();
    if (claim != null) {
      member
          .rivalSources()
          .forEach(source -> new SourceRest(member, source).addUnlessSettled(waits));
    }
    if (claim != null && member.theVolume().meta().isDeleting()) {
      waits.add(
          Blocker.VOLUME_DELETING, member.volumeName(), "would vanish once no claim binds it");
    }
    MemberAction release = Protection.release(member);
    if (!waits.any() && release != null) {
      return Step.act(Phase.PROTECTING, release);
    }
    String state = claim == null ? "is gone" : "is being deleted";
    waits.add(
        claim == null ? Blocker.CLAIM_MISSING : Blocker.CLAIM_TERMINATING,
        member.claimName(),
        state + "; " + member.volumeName() + " is retained with its data");
    return Step.await(Phase.PROTECTED, waits);
  }

  /**
   * Parks every source that reads P, before an empty claim of its name could be synced over the
   * replica; where they were not read, P is not let go.
   */
  @Nullable Step parking() {
    Waits waits = member.waits();
    new Unread(member, waits).sources();
    return waits.any()
        ? Step.await(Phase.PROTECTING, waits)
        : SourceRest.parking(member, member.rivalSources(), Phase.PROTECTING);
  }
}
