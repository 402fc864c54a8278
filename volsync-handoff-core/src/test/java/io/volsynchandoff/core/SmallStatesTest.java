// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The rules of design §7 that one decision can break, over every one of {@link SmallStates}, with
 * everything read live and with nothing.
 */
class SmallStatesTest {
  private static final ImmutableSet<Class<? extends Action>> NEED_LIVE_READS =
      ImmutableSet.of(
          MemberAction.RedirectVolume.class,
          MemberAction.CreateTemporaryClaim.class,
          MemberAction.ProtectVolume.class,
          MemberAction.EndVolume.class,
          MemberAction.RestoreSource.class,
          MemberAction.ArmSource.class,
          MemberAction.RecordProof.class,
          GroupAction.ReleaseGroup.class);

  @Test
  void noStateCrashesOrBreaksARule() {
    AtomicInteger states = new AtomicInteger();
    Map<Class<?>, Integer> seen = new HashMap<>();
    SmallStates.each(
        scene -> {
          states.incrementAndGet();
          scene.allLive();
          check(scene, scene.look(), seen);
        });
    assertThat(states.get()).isGreaterThan(250_000);
    assertThat(seen.keySet()).as("writes that some state leads to").hasSizeGreaterThan(15);
  }

  private static void check(Scene scene, GroupDecision group, Map<Class<?>, Integer> seen) {
    Decision decision = group.members().get(0);
    Action action = group.action() != null ? group.action() : decision.action();
    if (group.action() != null && decision.action() != null) {
      throw broken(scene, "two writes at once", group.action());
    }
    if (decision.phase() == Phase.RELINQUISHED) {
      checkEnd(scene);
    }
    if (action == null) {
      return;
    }
    seen.merge(action.getClass(), 1, Integer::sum);
    checkTarget(scene, action);
    if (NEED_LIVE_READS.contains(action.getClass())) {
      checkCached(scene);
    }
    if (action instanceof MemberAction write) {
      checkWrite(scene, write);
    } else if (action instanceof GroupAction.ReleaseGroup && !hasEnded(scene)) {
      throw broken(scene, "the group goes and leaves something behind", action);
    }
  }

  private static void checkWrite(Scene scene, MemberAction write) {
    if (write instanceof MemberAction.RedirectVolume redirect) {
      require(scene, write, redirect.to().equals(scene.data().temporaryKey()));
      require(scene, write, isHandingOff(scene));
      require(scene, write, redirect.journal().handoff() != null);
    } else if (write instanceof MemberAction.CreateTemporaryClaim) {
      require(scene, write, isHandingOff(scene) && isAt(scene, scene.data().toTemporary(null)));
    } else if (write instanceof MemberAction.ArmSource) {
      require(scene, write, isHandingOff(scene) && isTemporaryClaimBound(scene));
      require(scene, write, !scene.data().theSource().isSyncing());
    } else if (write instanceof MemberAction.EndVolume end) {
      require(scene, write, end.policy() == ReclaimPolicy.RETAIN || mayRestore(scene));
    } else if (write instanceof MemberAction.DeleteTemporaryClaim) {
      require(scene, write, isProven(scene) || isGivenUp(scene));
      require(scene, write, scene.data().sources.known().isEmpty());
    } else if (write instanceof MemberAction.DeleteSource) {
      require(scene, write, isProven(scene) || isGivenUp(scene));
    } else if (write instanceof MemberAction.ReleaseClaim) {
      require(scene, write, isSafeWithoutClaim(scene));
    } else if (write instanceof MemberAction.RestoreSource) {
      require(scene, write, scene.freeze.isAbsent() && record(scene) == null);
    } else if (write instanceof MemberAction.ProtectVolume protect) {
      VolumeJournal before = scene.data().theVolume().journal().orNull();
      ReclaimPolicy original =
          before == null ? scene.data().theVolume().policy() : before.originalPolicy();
      require(scene, write, protect.journal().originalPolicy() == original);
    }
  }

  /** What needs live evidence is not written without any. */
  private static void checkCached(Scene scene) {
    scene.live.clear();
    GroupDecision group = scene.look();
    Action action = group.action() != null ? group.action() : group.members().get(0).action();
    require(scene, action, action == null || !NEED_LIVE_READS.contains(action.getClass()));
  }

  private static void checkEnd(Scene scene) {
    VolumeView volume = scene.data().theVolume();
    if (!isProven(scene)
        || volume.policy() != ReclaimPolicy.RETAIN
        || volume.phase() != VolumeView.Phase.RELEASED
        || !scene.data().sources.known().isEmpty()
        || isTemporaryClaimOurs(scene)) {
      throw broken(scene, "relinquished too early", null);
    }
  }

  private static void checkTarget(Scene scene, Action action) {
    ObjectRef target = action.target();
    if (action instanceof MemberAction.CreateTemporaryClaim) {
      return;
    }
    boolean known =
        scene.data().claim.matches(c -> c.meta().ref().equals(target))
            || scene.data().temporaryClaim.matches(t -> t.meta().ref().equals(target))
            || scene.data().volume.matches(v -> v.meta().ref().equals(target))
            || scene.data().sources.known().stream().anyMatch(s -> s.meta().ref().equals(target))
            || target.uid().equals(Scene.GROUP.uid());
    require(scene, action, known && !target.resourceVersion().isEmpty());
  }

  private static boolean isHandingOff(Scene scene) {
    return scene.role == Role.SECONDARY
        && !scene.deleting
        && scene.freeze.matches(f -> f.action() == RequestedAction.RELOCATE)
        && scene.data().theVolume().policy() == ReclaimPolicy.RETAIN
        && scene.action != RequestedAction.FAILOVER;
  }

  private static boolean isAt(Scene scene, ClaimRef claimRef) {
    return claimRef.equals(scene.data().theVolume().claimRef());
  }

  private static boolean isTemporaryClaimBound(Scene scene) {
    return scene
        .data()
        .temporaryClaim
        .matches(
            t ->
                t.phase() == ClaimView.Phase.BOUND
                    && isAt(scene, new ClaimRef(t.key(), t.meta().uid())));
  }

  private static boolean isTemporaryClaimOurs(Scene scene) {
    return scene.data().temporaryClaim.matches(t -> !t.meta().labels().isEmpty());
  }

  private static @Nullable HandoffRecord record(Scene scene) {
    VolumeView volume = scene.data().volume.orNull();
    VolumeJournal journal = volume == null ? null : volume.journal().orNull();
    return journal == null ? null : journal.handoff();
  }

  private static boolean isProven(Scene scene) {
    HandoffRecord record = record(scene);
    return record != null && record.proof() != null;
  }

  private static boolean isGivenUp(Scene scene) {
    return ending(scene) == VolumeJournal.Ending.GIVEN_UP
        && scene.freeze.matches(f -> f.action() == RequestedAction.FAILOVER);
  }

  private static VolumeJournal.@Nullable Ending ending(Scene scene) {
    VolumeView volume = scene.data().volume.orNull();
    VolumeJournal journal = volume == null ? null : volume.journal().orNull();
    return journal == null ? null : journal.ending();
  }

  /** Rule 3: P lives, holds V by uid, is not deleting, and no handoff is open. */
  private static boolean mayRestore(Scene scene) {
    return scene.deleting
        && scene.role == Role.PRIMARY
        && scene.freeze.isAbsent()
        && record(scene) == null
        && scene
            .data()
            .claim
            .matches(
                c ->
                    !c.meta().isDeleting()
                        && c.phase() == ClaimView.Phase.BOUND
                        && isAt(scene, new ClaimRef(c.key(), c.meta().uid())));
  }

  /** Rule 1: Retain is observed, or the volume was decided on, or none of ours holds data of P. */
  private static boolean isSafeWithoutClaim(Scene scene) {
    return scene.data().volume.isAbsent()
        || scene.data().theVolume().policy() == ReclaimPolicy.RETAIN
        || (scene.deleting && scene.data().theVolume().journal().isAbsent())
        || (ending(scene) == VolumeJournal.Ending.RESTORED
            && scene.data().claim.matches(c -> !c.meta().isDeleting()));
  }

  private static boolean hasEnded(Scene scene) {
    boolean open = record(scene) != null && !isProven(scene) && !isGivenUp(scene);
    return scene.deleting && !open && !(scene.freeze.isPresent() && isTemporaryClaimOurs(scene));
  }

  private static void require(Scene scene, @Nullable Action action, boolean rule) {
    if (!rule) {
      throw broken(scene, "a rule is broken", action);
    }
  }

  private static AssertionError broken(Scene scene, String what, @Nullable Action action) {
    return new AssertionError(what + ": " + action + "\nin " + scene.snapshot());
  }
}
