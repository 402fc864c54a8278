// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.Evidence;
import org.jspecify.annotations.Nullable;

/**
 * What the rules say of a group: its own next thing, and a step for every member. While the group
 * has an action or a need of its own, no member acts.
 */
record GroupStep(
    @Nullable GroupAction action,
    Waits waits,
    ImmutableSet<Evidence> needs,
    ImmutableMap<Member, Step> members) {

  /** The same, with a write of the group that comes before everything else. */
  GroupStep after(GroupAction first) {
    return new GroupStep(first, waits, ImmutableSet.of(), members);
  }

  GroupStep needing(ImmutableSet<Evidence> first) {
    return new GroupStep(null, waits, first, members);
  }

  boolean holdsMembers() {
    return action != null || !needs.isEmpty();
  }
}
