// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** The object that stands for a group, a VRG for example. Its generation is the intent's number. */
@StateStyle
@Value.Immutable
public interface GroupObject {
  Meta meta();

  GroupIntent.Role role();

  GroupIntent.@Nullable RequestedAction action();

  /** Claims of its namespace that bear all of these labels are selected. */
  ImmutableMap<String, String> selector();

  @Value.Default
  default Observed<Freeze> freeze() {
    return Observed.absent();
  }

  /** What the operator's annotations say. */
  @Value.Default
  default OperatorWord operator() {
    return OperatorWord.none();
  }

  @Nullable String drivenByOther();

  /** The status: the group's conditions as last published. */
  ImmutableList<Condition> conditions();

  /** The status: its members' conditions as last published. */
  ImmutableMap<ClaimKey, ImmutableList<Condition>> memberConditions();

  default ClaimKey key() {
    return new ClaimKey(meta().namespace(), meta().name());
  }

  default GroupRef ref() {
    return new GroupRef(meta().namespace(), meta().name(), meta().uid());
  }

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableGroupObject.Builder {}
}
