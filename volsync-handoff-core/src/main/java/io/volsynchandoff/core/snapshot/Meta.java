// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** What the planner reads of an object's metadata. */
@ViewStyle
@Value.Immutable
public interface Meta {
  /** Empty for objects that have no namespace. */
  @Value.Default
  default String namespace() {
    return "";
  }

  String name();

  String uid();

  /** Opaque: only ever sent back as a condition, never compared for order by the planner. */
  @Value.Default
  default String resourceVersion() {
    return "";
  }

  @Value.Default
  default long generation() {
    return 0;
  }

  ImmutableMap<String, String> labels();

  ImmutableMap<String, String> annotations();

  ImmutableList<String> finalizers();

  ImmutableList<OwnerView> owners();

  @Nullable Instant deletedAt();

  /**
   * The field manager that wrote the object's spec last, for telling the operator who changed it.
   */
  @Nullable String lastManager();

  default boolean isDeleting() {
    return deletedAt() != null;
  }

  default boolean isOwnedBy(String uid) {
    return owners().stream().anyMatch(owner -> owner.uid().equals(uid));
  }

  /** This object at this version, as the target of a conditional write. */
  default ObjectRef ref() {
    return new ObjectRef(namespace(), name(), uid(), resourceVersion());
  }

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableMeta.Builder {}
}
