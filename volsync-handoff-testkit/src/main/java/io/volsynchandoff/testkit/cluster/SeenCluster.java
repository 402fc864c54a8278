// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kind;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Set;

/**
 * A cluster as a controller sees it: some kinds live, the others from its cache, and what it may
 * not read as unknown.
 *
 * @param state what is seen
 * @param unreadable why a kind cannot be read
 */
record SeenCluster(ClusterState state, ImmutableMap<Kind<?>, String> unreadable) {
  private static final ImmutableMap<Evidence, Kind<?>> KIND_OF =
      ImmutableMap.of(
          Evidence.GROUP, Kinds.GROUPS,
          Evidence.CLAIMS, Kinds.CLAIMS,
          Evidence.SOURCES, Kinds.SOURCES,
          Evidence.VOLUMES, Kinds.VOLUMES,
          Evidence.PODS, Kinds.PODS,
          Evidence.JOBS, Kinds.JOBS,
          Evidence.ATTACHMENTS, Kinds.ATTACHMENTS);

  /** The cache, with the kinds that were read live laid over it. */
  static ClusterState overlay(ClusterState cached, ClusterState actual, Set<Evidence> live) {
    ClusterState seen = cached;
    for (Evidence evidence : live) {
      seen = seen.withAllOf(kindOf(evidence), actual);
    }
    return seen;
  }

  private static Kind<?> kindOf(Evidence evidence) {
    Kind<?> kind = KIND_OF.get(evidence);
    if (kind == null) {
      throw new IllegalArgumentException("no kind is read for " + evidence);
    }
    return kind;
  }

  <V> Listed<V> listed(Kind<V> kind) {
    String why = unreadable.get(kind);
    return why == null ? Listed.of(state.all(kind).values()) : Listed.unknown(why);
  }

  /** One object of the kind, where there can be one. */
  <V> Observed<V> observed(Kind<V> kind, ClaimKey key) {
    return first(listed(kind).where(object -> kind.key(object).equals(key)));
  }

  static <V> Observed<V> first(Listed<V> list) {
    if (list.isUnknown()) {
      return Observed.unknown(list.why());
    }
    V first = Iterables.getFirst(list.known(), null);
    return first == null ? Observed.absent() : Observed.of(first);
  }
}
