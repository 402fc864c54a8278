// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.Evidence;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a rule says of a member: where it stands and the one thing that comes next. */
record Step(
    Phase phase,
    @Nullable MemberAction action,
    ImmutableList<Blocked> waits,
    ImmutableSet<Evidence> needs,
    ImmutableList<MemberAction> rehearsals,
    @Nullable Duration wake) {

  static Step act(Phase phase, MemberAction action) {
    return new Step(phase, action, ImmutableList.of(), ImmutableSet.of(), ImmutableList.of(), null);
  }

  static Step await(Phase phase, Waits waits) {
    return new Step(phase, null, waits.list(), ImmutableSet.of(), ImmutableList.of(), waits.wake());
  }

  static Step need(Phase phase, ImmutableSet<Evidence> needs) {
    return new Step(phase, null, ImmutableList.of(), needs, ImmutableList.of(), null);
  }

  static Step rehearse(Phase phase, Waits waits, ImmutableList<MemberAction> rehearsals) {
    return new Step(phase, null, waits.list(), ImmutableSet.of(), rehearsals, waits.wake());
  }

  static Step rest(Phase phase) {
    return new Step(phase, null, ImmutableList.of(), ImmutableSet.of(), ImmutableList.of(), null);
  }

  /** The same step with what else is to be told: an action does not hide a wait. */
  Step along(Waits more) {
    return new Step(phase, action, more.list(), needs, rehearsals, more.wake());
  }

  /** The same step while something of the group must come first. */
  Step withoutAction() {
    return new Step(phase, null, waits, ImmutableSet.of(), ImmutableList.of(), wake);
  }

  Step in(Phase other) {
    return new Step(other, action, waits, needs, rehearsals, wake);
  }

  Step wakingAfter(Duration after) {
    return new Step(phase, action, waits, needs, rehearsals, after);
  }
}
