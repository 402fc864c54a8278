// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Meta;

/**
 * The last write on a group that is being deleted, once every member has ended (design §5.1, attack
 * A23).
 */
final class Ending {
  /** A stale view would leave a T, a parked source or a redirected volume behind. */
  private static final ImmutableSet<Evidence> LIVE =
      ImmutableSet.of(Evidence.GROUP, Evidence.CLAIMS, Evidence.SOURCES, Evidence.VOLUMES);

  private static final ImmutableSet<Phase> ENDED =
      ImmutableSet.of(Phase.UNPROTECTED, Phase.RELINQUISHED, Phase.GIVEN_UP);

  private Ending() {}

  /** The same step, or the release of the group where every member has ended. */
  static GroupStep release(GroupSnapshot group, FreezeRules freezes, GroupStep step) {
    boolean ended =
        step.action() == null
            && step.needs().isEmpty()
            && step.members().values().stream().allMatch(each -> ENDED.contains(each.phase()));
    if (!ended) {
      return step;
    }
    if (!group.live().containsAll(LIVE)) {
      return new GroupStep(null, step.waits(), LIVE, step.members());
    }
    Meta object = group.intent().object();
    ImmutableList<String> finalizers =
        object == null
            ? ImmutableList.of()
            : Protection.without(object.finalizers(), HandoffNames.GROUP_FINALIZER);
    if (object != null && finalizers.size() == object.finalizers().size()) {
      return step;
    }
    return new GroupStep(
        new GroupAction.ReleaseGroup(freezes.target(), finalizers),
        step.waits(),
        ImmutableSet.of(),
        step.members());
  }
}
