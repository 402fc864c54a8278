// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.SourceView;
import java.util.Map;

/**
 * A secondary whose volumes still act as primary and are not frozen: the handoff starts (design
 * §5.0, §5.2).
 */
final class StartRules {
  private final GroupSnapshot group;
  private final FreezeRules freezes;
  private final ImmutableList<Member> members;
  private final Waits waits;

  StartRules(GroupSnapshot group, FreezeRules freezes, ImmutableList<Member> members, Waits waits) {
    this.group = group;
    this.freezes = freezes;
    this.members = members;
    this.waits = waits;
  }

  GroupStep next() {
    ImmutableMap<Member, Step> steps = GroupRules.steps(members, this::protect);
    if (!steps.isEmpty() && steps.values().stream().allMatch(StartRules::isGivenUp)) {
      return new GroupStep(null, waits, ImmutableSet.of(), steps);
    }
    GroupIntent.RequestedAction action = group.intent().action();
    String name = "group " + group.intent().group();
    GroupRules.addEmpty(group, waits);
    if (action == null) {
      waits.add(Blocker.ACTION_MISSING, name, "is secondary, and its claims act as primary");
    }
    addUnready(steps, name);
    if (waits.any() || action == null) {
      return new GroupStep(null, waits, ImmutableSet.of(), steps);
    }
    return freeze(action);
  }

  private GroupStep freeze(GroupIntent.RequestedAction action) {
    ImmutableMap<Member, Step> starting =
        GroupRules.steps(members, each -> Step.rest(Phase.STARTING));
    ImmutableList<Member> toFreeze =
        members.stream()
            .filter(each -> !isGivenUp(protect(each)))
            .collect(ImmutableList.toImmutableList());
    Freeze freeze = freezes.take(toFreeze, action);
    if (freezes.isTooLarge(freeze)) {
      freezes.addTooLarge(freeze, waits);
      return new GroupStep(null, waits, ImmutableSet.of(), starting);
    }
    return group.live().containsAll(FreezeRules.LIVE)
        ? new GroupStep(freezes.record(freeze), waits, ImmutableSet.of(), starting)
        : new GroupStep(null, waits, FreezeRules.LIVE, starting);
  }

  /**
   * Protected first, whatever the role; then its source must be known, and its pods for their
   * nodes; what would keep a relocation from ever getting through is told while nothing is begun
   * (decision 7).
   */
  private Step protect(Member member) {
    VolumeJournal journal = member.journal();
    if (journal != null && journal.ending() == VolumeJournal.Ending.GIVEN_UP) {
      return Step.rest(Phase.GIVEN_UP);
    }
    Step step = new Protection(member).next();
    if (step.phase() != Phase.PROTECTED || step.action() != null) {
      return step;
    }
    Waits unready = member.waits();
    new Unread(member, unready).pods().sources();
    if (!unready.any() && group.intent().action() == GroupIntent.RequestedAction.RELOCATE) {
      addUnfit(member, unready);
    }
    return unready.any() ? Step.await(Phase.STARTING, unready) : Step.rest(Phase.STARTING);
  }

  private static void addUnfit(Member member, Waits unready) {
    SourceView source = SourceFitness.choose(member);
    if (source == null) {
      SourceFitness.addWhyNone(member, unready);
    } else {
      SourceFitness.checkSource(member, source, unready);
    }
    VolumeFitness.check(member, unready);
  }

  private static boolean isGivenUp(Step step) {
    return step.phase() == Phase.GIVEN_UP;
  }

  private void addUnready(ImmutableMap<Member, Step> steps, String name) {
    ImmutableList.Builder<String> unready = ImmutableList.builder();
    for (Map.Entry<Member, Step> entry : steps.entrySet()) {
      Step step = entry.getValue();
      if (!isGivenUp(step) && (step.phase() != Phase.STARTING || !step.waits().isEmpty())) {
        unready.add(entry.getKey().key().toString());
      }
    }
    group.intent().selected().known().stream()
        .filter(key -> members.stream().noneMatch(member -> member.key().equals(key)))
        .forEach(key -> unready.add(key.toString()));
    ImmutableList<String> names = unready.build();
    if (!names.isEmpty()) {
      waits.add(
          Blocker.MEMBERS_NOT_READY, name, "nothing is frozen before these are ready: " + names);
    }
  }
}
