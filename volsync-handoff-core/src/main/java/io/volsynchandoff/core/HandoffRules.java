// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Listed;
import java.util.Comparator;
import java.util.function.Function;
import java.util.stream.Stream;
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
    boolean whole = addMissing();
    if (group.intent().deleting()) {
      GroupStep step = step(this::forwardOnly);
      return whole ? Ending.release(group, freezes, step) : step;
    }
    if (group.intent().role() == GroupIntent.Role.PRIMARY) {
      return step(HandoffRules::turnBackImpossible);
    }
    Freeze changed = changed();
    if (changed == null) {
      return step(this::handOff);
    }
    if (freezes.isTooLarge(changed)) {
      freezes.addTooLarge(changed, waits);
      return step(each -> handOff(each).withoutAction());
    }
    return new GroupStep(freezes.record(changed), waits, ImmutableSet.of(), steps(this::handOff));
  }

  private GroupStep step(Function<Member, Step> rule) {
    return new GroupStep(null, waits, ImmutableSet.of(), steps(rule));
  }

  private ImmutableMap<Member, Step> steps(Function<Member, Step> rule) {
    return GroupRules.steps(members, each -> each.frozen() == null ? late(each) : rule.apply(each));
  }

  /** A frozen member without a snapshot is told, never skipped (design §7 rule 6). */
  private boolean addMissing() {
    boolean whole = true;
    for (FrozenMember frozen : freeze.members()) {
      if (members.stream().noneMatch(member -> member.key().equals(frozen.claim()))) {
        whole = false;
        waits.add(
            Blocker.MEMBER_MISSING,
            "PersistentVolumeClaim " + frozen.claim(),
            "is frozen with " + frozen.volume() + " and was not observed");
      }
    }
    return whole;
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

  /** Stops where it stands and undoes nothing; but Retain is put back (design §7 rule 1). */
  static Step turnBackImpossible(Member member) {
    Waits waits = member.waits();
    waits.add(
        Blocker.TURN_BACK_IMPOSSIBLE,
        member.claimName(),
        "is in the middle of its handoff, which this release cannot undo; nothing is touched");
    Step retain = member.isJournalledHere() ? Protection.retain(member, Phase.TURNING_BACK) : null;
    return retain != null ? retain.along(waits) : Step.await(Phase.TURNING_BACK, waits);
  }

  /** A claim that the freeze does not name is no part of the handoff, and leaves with the group. */
  private Step late(Member member) {
    if (group.intent().deleting()) {
      return new Unprotection(member).next();
    }
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
    return new Barrier(laggards.build(), lateClaims());
  }

  /**
   * Fenced as far as this snapshot shows: armed or beyond, or nothing missing but live evidence.
   */
  private static boolean isFenced(Member member) {
    Step step = new Relinquishing(member, Barrier.NONE).next();
    return FENCED.contains(step.phase())
        || (step.phase() == Phase.FENCING && !step.needs().isEmpty());
  }

  private Listed<ClaimKey> lateClaims() {
    Listed<ClaimKey> selected = group.intent().selected();
    if (selected.isUnknown()) {
      return selected;
    }
    Stream<ClaimKey> ours =
        members.stream().filter(Member::isActingPrimaryHere).map(member -> member.key());
    return Listed.of(
        Stream.concat(selected.known().stream(), ours)
            .filter(key -> freeze.member(key) == null)
            .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder())));
  }
}
