// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.journal.Freeze;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** Everything observed about one group at one time: the input of the planner. */
@ViewStyle
@Value.Immutable
public interface GroupSnapshot {
  GroupIntent intent();

  /** The freeze as recorded; unknown where it is there and cannot be read. */
  Observed<Freeze> freeze();

  @Value.Default
  default OperatorWord operator() {
    return OperatorWord.none();
  }

  /**
   * Who else drives this group ({@code null}: nobody), for example Ramen by its finalizer or
   * conditions (design §7 rule 11).
   */
  @Nullable String drivenByOther();

  /** Bytes of the group object's annotations without the freeze: 256 KiB are allowed in all. */
  @Value.Default
  default int otherAnnotationBytes() {
    return 0;
  }

  /**
   * One for every selected claim, every frozen member and every volume whose journal names this
   * group.
   */
  ImmutableList<MemberSnapshot> members();

  /**
   * Every volume whose journal names this group, complete or unknown: what the freeze is rebuilt
   * from.
   */
  Listed<VolumeView> journalled();

  /** What of this snapshot was read live, in the order of {@link Evidence}. */
  ImmutableSet<Evidence> live();

  /** The conditions of the group as last published. */
  ImmutableList<Condition> conditions();

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableGroupSnapshot.Builder {}
}
