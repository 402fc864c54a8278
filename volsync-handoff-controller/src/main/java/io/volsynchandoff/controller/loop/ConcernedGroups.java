// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.fabric8.read.ReadChange;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Which groups a change in the cluster concerns. */
final class ConcernedGroups {
  /**
   * What a group's pass looks at.
   *
   * @param namespaces of its claims
   * @param volumes of its members
   */
  record Concern(ImmutableSet<String> namespaces, ImmutableSet<String> volumes) {
    Concern union(Concern other) {
      return new Concern(
          Sets.union(namespaces, other.namespaces).immutableCopy(),
          Sets.union(volumes, other.volumes).immutableCopy());
    }

    boolean contains(Concern other) {
      return namespaces.containsAll(other.namespaces) && volumes.containsAll(other.volumes);
    }

    boolean covers(ReadChange change) {
      return change.everyone()
          || (change.namespace() != null && namespaces.contains(change.namespace()))
          || change.volumes().stream().anyMatch(volumes::contains)
          || change.claims().stream().map(ClaimKey::namespace).anyMatch(namespaces::contains);
    }
  }

  private final Map<GroupRef, Concern> concerns = new ConcurrentHashMap<>();

  /** Adds to what a group looks at, before its pass begins to look. */
  void widen(GroupRef group, ImmutableSet<String> namespaces) {
    concerns.merge(group, new Concern(namespaces, ImmutableSet.of()), Concern::union);
  }

  /**
   * Remembers what a group's pass has looked at.
   *
   * @return true where that is more than what was known: a change of it may have passed by
   *     unnoticed since the pass began
   */
  boolean set(GroupRef group, Concern concern) {
    Concern before = concerns.put(group, concern);
    return before == null || !before.contains(concern);
  }

  void forget(GroupRef group) {
    concerns.remove(group);
  }

  void forEach(ReadChange change, Consumer<GroupRef> action) {
    concerns.forEach(
        (group, concern) -> {
          if (concern.covers(change)) {
            action.accept(group);
          }
        });
  }
}
