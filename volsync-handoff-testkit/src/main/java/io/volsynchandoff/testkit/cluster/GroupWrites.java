// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.function.UnaryOperator;

/** What each group action writes to the group's object. */
record GroupWrites(ClusterState state) implements GroupAction.Visitor<Written> {

  private Written write(ObjectRef target, UnaryOperator<GroupObject> change) {
    return ConditionalWrite.patch(state, Kinds.GROUPS, target, change);
  }

  private static GroupObject withFinalizers(GroupObject group, ImmutableList<String> finalizers) {
    return GroupObject.builder()
        .from(group)
        .meta(Meta.builder().from(group.meta()).finalizers(finalizers).build())
        .build();
  }

  @Override
  public Written protectGroup(GroupAction.ProtectGroup action) {
    return write(action.target(), seen -> withFinalizers(seen, action.finalizers()));
  }

  @Override
  public Written recordFreeze(GroupAction.RecordFreeze action) {
    return write(
        action.target(),
        seen -> GroupObject.builder().from(seen).freeze(Observed.of(action.freeze())).build());
  }

  @Override
  public Written releaseGroup(GroupAction.ReleaseGroup action) {
    return write(
        action.target(),
        seen ->
            GroupObject.builder()
                .from(withFinalizers(seen, action.finalizers()))
                .freeze(Observed.absent())
                .build());
  }
}
