// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Observed;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the role asks for (design §5.0): which rules apply to the members, and what the group does
 * first.
 */
final class GroupRules {
  private final GroupSnapshot group;
  private final HandoffPolicy policy;
  private final Instant now;
  private final FreezeRules freezes;
  private final ImmutableList<Member> members;

  GroupRules(GroupSnapshot group, HandoffPolicy policy, Instant now) {
    this.group = group;
    this.policy = policy;
    this.now = now;
    this.freezes = new FreezeRules(group);
    this.members =
        group.members().stream()
            .map(seen -> new Member(group, seen, policy, now))
            .collect(ImmutableList.toImmutableList());
  }

  GroupStep next() {
    Waits refused = new GroupRefusals(group, freezes, waits()).all();
    if (refused.any()) {
      return await(refused, each -> Step.rest(Phase.REFUSED));
    }
    GroupStep step = byRole();
    GroupAction protect = protectGroup();
    return protect == null ? step : step.after(protect);
  }

  private GroupStep byRole() {
    Freeze freeze = group.freeze().orNull();
    if (freeze != null) {
      return new HandoffRules(group, freezes, freeze, members, waits()).next();
    }
    if (!freezes.recorded().isEmpty()) {
      return frozenOnce();
    }
    if (group.intent().deleting()) {
      return unprotect();
    }
    return group.intent().role() == GroupIntent.Role.PRIMARY
        ? await(addEmpty(group, waits()), each -> new Protection(each).next())
        : new StartRules(group, freezes, members, waits()).next();
  }

  /** A selector that finds nothing protects nothing, in either role. */
  static Waits addEmpty(GroupSnapshot group, Waits waits) {
    if (group.members().isEmpty()) {
      waits.add(
          Blocker.GROUP_EMPTY,
          "group " + group.intent().group(),
          "selects no claim, and no volume's journal names it");
    }
    return waits;
  }

  private Waits waits() {
    return new Waits(now, group.conditions(), policy.waitDeadline());
  }

  /**
   * The finalizer in both roles, before anything that its deletion would have to wait for (design
   * §5.1).
   */
  private @Nullable GroupAction protectGroup() {
    Meta object = group.intent().object();
    if (object == null
        || group.intent().deleting()
        || object.finalizers().contains(HandoffNames.GROUP_FINALIZER)) {
      return null;
    }
    ImmutableList<String> finalizers =
        ImmutableList.<String>builder()
            .addAll(object.finalizers())
            .add(HandoffNames.GROUP_FINALIZER)
            .build();
    return new GroupAction.ProtectGroup(object.ref(), finalizers);
  }

  /**
   * The annotation vanished while journals hold its id (design §5.2, attack A18): it is written
   * again before anything else, and its members stand where the journals put them.
   */
  private GroupStep frozenOnce() {
    if (group.intent().role() == GroupIntent.Role.PRIMARY && !group.intent().deleting()) {
      return await(waits(), HandoffRules::turnBackImpossible);
    }
    Waits waits = waits();
    String name = "group " + group.intent().group();
    Freeze rebuilt = new FreezeRebuild(name, freezes.recorded(), members).freeze(waits);
    if (rebuilt == null) {
      return await(waits, each -> Step.rest(Phase.REFUSED));
    }
    GroupSnapshot whole = GroupSnapshot.builder().from(group).freeze(Observed.of(rebuilt)).build();
    GroupStep step = new GroupRules(whole, policy, now).byRole();
    return group.live().containsAll(FreezeRules.LIVE)
        ? step.after(freezes.record(rebuilt))
        : step.needing(FreezeRules.LIVE);
  }

  private GroupStep unprotect() {
    GroupStep step = await(waits(), each -> new Unprotection(each).next());
    return Ending.release(group, freezes, step);
  }

  private GroupStep await(Waits waits, Function<Member, Step> rule) {
    return new GroupStep(null, waits, ImmutableSet.of(), steps(members, rule));
  }

  static ImmutableMap<Member, Step> steps(
      ImmutableList<Member> members, Function<Member, Step> rule) {
    ImmutableMap.Builder<Member, Step> steps = ImmutableMap.builder();
    members.forEach(member -> steps.put(member, rule.apply(member)));
    return steps.buildOrThrow();
  }
}
