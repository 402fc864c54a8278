// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A handoff that has begun: its members are those of the freeze, and completion is AND over them.
 */
final class HandoffRules {
  private static final ImmutableSet<Phase> FENCED =
      ImmutableSet.of(
          Phase.ARMING, Phase.SYNCING, Phase.RECORDING, Phase.CLEANING, Phase.RELINQUISHED);

  private final GroupSnapshot group;
  private final FreezeRules freezes;
  private final Freeze freeze;
  private final ImmutableList<Member> members;
  private final Waits waits;
  private final Supplier<Barrier> barrier = Suppliers.memoize(this::barrier);

  HandoffRules(
      GroupSnapshot group,
      FreezeRules freezes,
      Freeze freeze,
      ImmutableList<Member> members,
      Waits waits) {
    this.group = group;
    this.freezes = freezes;
    this.freeze = freeze;
    this.members = members;
    this.waits = waits;
  }

  GroupStep next() {
    addMissing();
    if (group.intent().deleting()) {
      return Ending.release(group, freezes, step(this::forwardOnly));
    }
    if (group.intent().role() == GroupIntent.Role.PRIMARY) {
      return step(HandoffRules::turnBackImpossible);
    }
    Freeze changed = changed();
    return changed == null
        ? step(this::handOff)
        : new GroupStep(freezes.record(changed), waits, ImmutableSet.of(), steps(this::handOff));
  }

  private GroupStep step(Function<Member, Step> rule) {
    return new GroupStep(null, waits, ImmutableSet.of(), steps(rule));
  }

  private ImmutableMap<Member, Step> steps(Function<Member, Step> rule) {
    return GroupRules.steps(members, each -> each.frozen() == null ? late(each) : rule.apply(each));
  }

  /** A frozen member without a snapshot is told, never skipped (design §7 rule 6). */
  private void addMissing() {
    for (FrozenMember frozen : freeze.members()) {
      if (members.stream().noneMatch(member -> member.key().equals(frozen.claim()))) {
        waits.add(
            Blocker.MEMBER_MISSING,
            "PersistentVolumeClaim " + frozen.claim(),
            "is frozen with " + frozen.volume() + " and was not observed");
      }
    }
  }

  /** The action only hardens, and nodes are only added (design §5.0, §5.2). */
  private @Nullable Freeze changed() {
    boolean gaveUp =
        freeze.action() == RequestedAction.RELOCATE
            && group.intent().action() == RequestedAction.FAILOVER
            && members.stream().anyMatch(m -> m.frozen() != null && m.proof() == null);
    return gaveUp
        ? new Freeze(freeze.id(), RequestedAction.FAILOVER, freeze.members())
        : freezes.withNewNodes(freeze, members);
  }

  private Step handOff(Member member) {
    return freeze.action() == RequestedAction.FAILOVER
        ? new GivingUp(member).next()
        : new Relinquishing(member, barrier.get()).next();
  }

  /**
   * After the proof a deleted group finishes forward; before it, it would have to turn back (design
   * §5.6).
   */
  private Step forwardOnly(Member member) {
    return member.proof() != null || freeze.action() == RequestedAction.FAILOVER
        ? handOff(member)
        : turnBackImpossible(member);
  }

  static Step turnBackImpossible(Member member) {
    Waits waits = member.waits();
    waits.add(
        Blocker.TURN_BACK_IMPOSSIBLE,
        member.claimName(),
        "is in the middle of its handoff, which this release cannot undo; nothing is touched");
    return Step.await(Phase.TURNING_BACK, waits);
  }

  private Step late(Member member) {
    Waits late = member.waits();
    late.add(
        Blocker.MEMBERS_NOT_READY,
        member.claimName(),
        "was selected only after the handoff had started");
    return Step.await(Phase.STARTING, late);
  }

  private Barrier barrier() {
    ImmutableList.Builder<String> laggards = ImmutableList.builder();
    for (Member member : members) {
      if (member.frozen() != null && !isFenced(member)) {
        laggards.add(member.key().toString());
      }
    }
    freeze.members().stream()
        .map(FrozenMember::claim)
        .filter(key -> members.stream().noneMatch(member -> member.key().equals(key)))
        .forEach(key -> laggards.add(key.toString()));
    String unknown = group.intent().selected().why();
    return new Barrier(laggards.build(), lateClaims(), unknown);
  }

  /**
   * Fenced as far as this snapshot shows: armed or beyond, or nothing missing but live evidence.
   */
  private static boolean isFenced(Member member) {
    Step step = new Relinquishing(member, Barrier.NONE).next();
    return FENCED.contains(step.phase())
        || (step.phase() == Phase.FENCING && !step.needs().isEmpty());
  }

  private ImmutableList<String> lateClaims() {
    return group.intent().selected().known().stream()
        .filter(key -> freeze.member(key) == null)
        .map(ClaimKey::toString)
        .collect(ImmutableList.toImmutableList());
  }
}
