// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Meta;
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
    Waits refused = refusals();
    if (refused.any()) {
      return await(refused, each -> Step.rest(Phase.REFUSED));
    }
    GroupAction protect = protectGroup();
    if (protect != null) {
      return act(protect, each -> Step.rest(Phase.STARTING));
    }
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
        ? await(waits(), each -> new Protection(each).next())
        : new StartRules(group, freezes, members, waits()).next();
  }

  private Waits waits() {
    return new Waits(now, group.conditions(), policy.waitDeadline());
  }

  private String name() {
    return "group " + group.intent().group();
  }

  /** Groups that nothing may be written for. */
  private Waits refusals() {
    Waits waits = waits();
    String other = group.drivenByOther();
    if (other != null) {
      waits.add(Blocker.GROUP_MANAGED_BY_OTHER, name(), "is driven by " + other);
    }
    if (group.freeze().isUnknown()) {
      waits.add(Blocker.JOURNAL_UNREADABLE, name(), group.freeze().why());
    }
    Freeze freeze = group.freeze().orNull();
    String uid = group.intent().group().uid();
    if (freeze != null
        && !freeze.id().text().startsWith(uid.substring(0, Math.min(8, uid.length())) + "-")) {
      waits.add(
          Blocker.JOURNAL_UNREADABLE,
          name(),
          "its handoff " + freeze.id() + " is that of another object");
    }
    if (freeze == null && group.journalled().isUnknown()) {
      waits.add(Blocker.USAGE_UNKNOWN, "PersistentVolumes", group.journalled().why());
    }
    if (freeze == null && group.intent().selected().isUnknown()) {
      waits.add(Blocker.USAGE_UNKNOWN, "PersistentVolumeClaims", group.intent().selected().why());
    }
    return waits;
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

  /** The annotation vanished while journals hold its id (design §5.2, attack A18). */
  private GroupStep frozenOnce() {
    if (group.intent().role() == GroupIntent.Role.PRIMARY && !group.intent().deleting()) {
      return await(waits(), HandoffRules::turnBackImpossible);
    }
    Freeze rebuilt = freezes.rebuild(members);
    if (rebuilt == null) {
      Waits waits = waits();
      waits.add(
          Blocker.JOURNAL_UNREADABLE,
          name(),
          "lost its handoff, and the journals of its volumes do not tell it whole");
      return await(waits, each -> Step.rest(Phase.REFUSED));
    }
    return group.live().containsAll(FreezeRules.LIVE)
        ? act(freezes.record(rebuilt), each -> Step.rest(Phase.STARTING))
        : need(FreezeRules.LIVE, each -> Step.rest(Phase.STARTING));
  }

  private GroupStep unprotect() {
    GroupStep step = await(waits(), each -> new Unprotection(each).next());
    return Ending.release(group, freezes, step);
  }

  private GroupStep await(Waits waits, Function<Member, Step> rule) {
    return new GroupStep(null, waits, ImmutableSet.of(), steps(members, rule));
  }

  private GroupStep act(GroupAction action, Function<Member, Step> rule) {
    return new GroupStep(action, waits(), ImmutableSet.of(), steps(members, rule));
  }

  private GroupStep need(ImmutableSet<Evidence> needs, Function<Member, Step> rule) {
    return new GroupStep(null, waits(), needs, steps(members, rule));
  }

  static ImmutableMap<Member, Step> steps(
      ImmutableList<Member> members, Function<Member, Step> rule) {
    ImmutableMap.Builder<Member, Step> steps = ImmutableMap.builder();
    members.forEach(member -> steps.put(member, rule.apply(member)));
    return steps.buildOrThrow();
  }
}
