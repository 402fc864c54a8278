// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.action;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.ObjectRef;

/**
 * A write to whatever stands for the group. An embedding controller without a group object of ours
 * gets the same actions and keeps finalizer and freeze in its own way.
 */
public sealed interface GroupAction extends Action {

  <R> R accept(Visitor<R> visitor);

  /** Puts our finalizer on the group, so that its deletion waits for us (design §5.1). */
  record ProtectGroup(ObjectRef target, ImmutableList<String> finalizers) implements GroupAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.protectGroup(this);
    }
  }

  /** Records the freeze, or adds to its nodes (design §5.2). */
  record RecordFreeze(ObjectRef target, Freeze freeze) implements GroupAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.recordFreeze(this);
    }
  }

  /**
   * Takes our finalizer and the freeze off a group that is being deleted, the last write of all.
   */
  record ReleaseGroup(ObjectRef target, ImmutableList<String> finalizers) implements GroupAction {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.releaseGroup(this);
    }
  }

  /** One method for every group action: whoever implements it has handled them all. */
  interface Visitor<R> {
    R protectGroup(ProtectGroup action);

    R recordFreeze(RecordFreeze action);

    R releaseGroup(ReleaseGroup action);
  }
}
