// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.Evidence;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done for one member now.
 *
 * @param member the member
 * @param phase where it stands
 * @param action the next write, or null
 * @param blockers what it waits for, or what is to be told along with an action; empty where
 *     nothing is left to do
 * @param needs evidence to read live before it can go on; then decide again
 * @param rehearsals writes to be tried as a server-side dry run before it can go on
 * @param conditions the member's conditions as they are to be published
 * @param wakeAfter when to decide again though nothing changed; null means that a watch will wake
 *     us
 */
public record Decision(
    ClaimKey member,
    Phase phase,
    @Nullable MemberAction action,
    ImmutableList<Blocked> blockers,
    ImmutableSet<Evidence> needs,
    ImmutableList<MemberAction> rehearsals,
    ImmutableList<Condition> conditions,
    @Nullable Duration wakeAfter) {
  /** Whether that condition is True. */
  boolean holds(String condition) {
    return conditions.stream()
        .anyMatch(c -> c.type().equals(condition) && c.status() == Condition.Status.TRUE);
  }

  public boolean isBlockedBy(Blocker reason) {
    return blockers.stream().anyMatch(blocked -> blocked.reason() == reason);
  }
}
