// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.action;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.jspecify.annotations.Nullable;

/** A write for one member. Every list and map in an action is the whole new value of its field. */
public sealed interface MemberAction extends Action {

  <R> R accept(Visitor<R> visitor);

  /** V: Retain and the journal, in one write (design §5.1). */
  record ProtectVolume(ObjectRef target, VolumeJournal journal) implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.protectVolume(this);
    }
  }

  /**
   * P: our finalizer on; owners that would garbage collect it and the replica label off (design
   * §5.1).
   */
  record ProtectClaim(
      ObjectRef target, ImmutableList<String> finalizers, ImmutableList<OwnerView> owners)
      implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.protectClaim(this);
    }
  }

  /** P: our finalizer off, so that its owner may delete it from now on (design §5.3 step 5). */
  record ReleaseClaim(ObjectRef target, ImmutableList<String> finalizers) implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.releaseClaim(this);
    }
  }

  /** RS: the schedule alone, not paused, no tag, so that it comes to rest (design §5.4 parking). */
  record ParkSource(ObjectRef target, String schedule, SourceJournal journal)
      implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.parkSource(this);
    }
  }

  /**
   * RS that is wedged: parked, reading from T directly, so that its open sync ends (design §5.4).
   */
  record UnwedgeSource(
      ObjectRef target, Mover mover, String temporaryClaim, String schedule, SourceJournal journal)
      implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.unwedgeSource(this);
    }
  }

  /**
   * RS: only {@code paused}, while a terminating T must lose its mover, and off again (design
   * §5.3).
   */
  record PauseSource(ObjectRef target, boolean paused) implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.pauseSource(this);
    }
  }

  /** RS: everything that parking replaced, as journalled; the journal goes in the same write. */
  record RestoreSource(ObjectRef target, @Nullable Mover mover, SourceJournal journal)
      implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.restoreSource(this);
    }
  }

  /**
   * V: claimRef to T by name, Retain and the journal, in one conditional write (design §5.3 step
   * 3).
   */
  record RedirectVolume(ObjectRef target, ClaimKey to, VolumeJournal journal)
      implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.redirectVolume(this);
    }
  }

  /** T is created (design §5.3 step 4). Its target has neither uid nor version. */
  record CreateTemporaryClaim(TemporaryClaim claim) implements MemberAction {
    @Override
    public ObjectRef target() {
      return new ObjectRef(claim.key().namespace(), claim.key().name(), "", "");
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.createTemporaryClaim(this);
    }
  }

  /** RS: the final tag, in one write (design §5.4 arming). */
  record ArmSource(
      ObjectRef target,
      Mover mover,
      String temporaryClaim,
      String tag,
      ImmutableMap<String, String> moverPodLabels,
      SourceJournal journal)
      implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.armSource(this);
    }
  }

  /**
   * V: the journal alone, with a higher attempt, before the source is armed again (design §5.3).
   */
  record RaiseAttempt(ObjectRef target, VolumeJournal journal) implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.raiseAttempt(this);
    }
  }

  /** V: the journal alone, with the proof (design §5.3 step 9). */
  record RecordProof(ObjectRef target, VolumeJournal journal) implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.recordProof(this);
    }
  }

  /** RS is deleted, conditional on uid and resourceVersion (design §5.3 step 10). */
  record DeleteSource(ObjectRef target) implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.deleteSource(this);
    }
  }

  /** T is deleted, conditional on its uid (design §5.3 step 10). */
  record DeleteTemporaryClaim(ObjectRef target) implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.deleteTemporaryClaim(this);
    }
  }

  /**
   * V: how it leaves our care, journalled with the policy that goes with it (design §5.0, §5.1).
   */
  record EndVolume(ObjectRef target, VolumeView.ReclaimPolicy policy, VolumeJournal journal)
      implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.endVolume(this);
    }
  }

  /** V: the journal goes, the last write on a volume that leaves our care (design §5.1). */
  record ForgetVolume(ObjectRef target) implements MemberAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.forgetVolume(this);
    }
  }

  /** One method for every member action: whoever implements it has handled them all. */
  interface Visitor<R> {
    R protectVolume(ProtectVolume action);

    R protectClaim(ProtectClaim action);

    R releaseClaim(ReleaseClaim action);

    R parkSource(ParkSource action);

    R unwedgeSource(UnwedgeSource action);

    R pauseSource(PauseSource action);

    R restoreSource(RestoreSource action);

    R redirectVolume(RedirectVolume action);

    R createTemporaryClaim(CreateTemporaryClaim action);

    R armSource(ArmSource action);

    R raiseAttempt(RaiseAttempt action);

    R recordProof(RecordProof action);

    R deleteSource(DeleteSource action);

    R deleteTemporaryClaim(DeleteTemporaryClaim action);

    R endVolume(EndVolume action);

    R forgetVolume(ForgetVolume action);
  }
}
