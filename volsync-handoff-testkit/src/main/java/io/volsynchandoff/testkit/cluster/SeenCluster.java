// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kind;

/**
 * A cluster as a controller sees it: some kinds live, the others from its cache, and what it may
 * not read as unknown.
 *
 * @param state what is seen
 * @param live what of it was read live
 * @param unreadable why a kind cannot be read
 */
record SeenCluster(ClusterState state, LiveReads live, ImmutableMap<Kind<?>, String> unreadable) {
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
