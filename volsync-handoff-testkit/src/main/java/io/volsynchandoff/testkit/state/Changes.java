// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.snapshot.ClaimKey;
import java.util.Objects;

/**
 * What differs between two states of a cluster, object by object: the writes by which a real API
 * server is brought from the one to the other. What is beneath the objects is not in it.
 */
public record Changes(ImmutableList<Change<?>> all) {

  public static Changes between(ClusterState before, ClusterState after) {
    ImmutableList.Builder<Change<?>> all = ImmutableList.builder();
    for (Kind<?> kind : Kinds.ALL) {
      all.addAll(between(kind, before, after));
    }
    return new Changes(all.build());
  }

  /** The changes of one kind, by name. */
  public static <V> ImmutableList<Change<V>> between(
      Kind<V> kind, ClusterState before, ClusterState after) {
    if (before.all(kind).equals(after.all(kind))) {
      return ImmutableList.of();
    }
    ImmutableList.Builder<Change<V>> changes = ImmutableList.builder();
    for (ClaimKey key : Sets.union(before.all(kind).keySet(), after.all(kind).keySet())) {
      if (!Objects.equals(before.get(kind, key), after.get(kind, key))) {
        changes.add(new Change<>(kind, key, before.get(kind, key), after.get(kind, key)));
      }
    }
    return changes.build();
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }
}
