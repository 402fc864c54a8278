// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.Evidence;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done for a group now. The group's action comes first and alone: while there is one,
 * no member has an action.
 *
 * @param phase where the group stands: its least advanced member
 * @param action the next write on the group's object, or null
 * @param blockers what the group itself waits for; those of its members are in their decisions
 * @param needs evidence to read live before the group can go on, for the group and all its members
 * @param members one decision for every member, by name
 * @param conditions the group's conditions as they are to be published
 * @param wakeAfter the earliest wake of group and members; null means that a watch will wake us
 */
public record GroupDecision(
    Phase phase,
    @Nullable GroupAction action,
    ImmutableList<Blocked> blockers,
    ImmutableSet<Evidence> needs,
    ImmutableList<Decision> members,
    ImmutableList<Condition> conditions,
    @Nullable Duration wakeAfter) {
  public @Nullable Decision member(ClaimKey key) {
    return members.stream()
        .filter(decision -> decision.member().equals(key))
        .findFirst()
        .orElse(null);
  }

  public boolean isBlockedBy(Blocker reason) {
    return blockers.stream().anyMatch(blocked -> blocked.reason() == reason)
        || members.stream().anyMatch(member -> member.isBlockedBy(reason));
  }
}
