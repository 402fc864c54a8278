// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kind;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.function.Supplier;

/**
 * What a pass has read from the server and not from its caches.
 *
 * @param evidence the kinds that were read
 * @param members those whose temporary claim was read by itself
 */
public record LiveReads(ImmutableSet<Evidence> evidence, ImmutableSet<ClaimKey> members) {
  private static final ImmutableMap<Evidence, Kind<?>> KINDS =
      ImmutableMap.of(
          Evidence.GROUP, Kinds.GROUPS,
          Evidence.CLAIMS, Kinds.CLAIMS,
          Evidence.SOURCES, Kinds.SOURCES,
          Evidence.VOLUMES, Kinds.VOLUMES,
          Evidence.PODS, Kinds.PODS,
          Evidence.JOBS, Kinds.JOBS,
          Evidence.ATTACHMENTS, Kinds.ATTACHMENTS);

  public static LiveReads none() {
    return new LiveReads(ImmutableSet.of(), ImmutableSet.of());
  }

  public static LiveReads of(Evidence... evidence) {
    return new LiveReads(Sets.immutableEnumSet(ImmutableSet.copyOf(evidence)), ImmutableSet.of());
  }

  /** These and what the decision needs. */
  LiveReads and(GroupDecision decision) {
    ImmutableSet.Builder<ClaimKey> more = ImmutableSet.<ClaimKey>builder().addAll(members);
    decision.members().stream()
        .filter(member -> member.needs().contains(Evidence.TEMPORARY_CLAIM))
        .map(Decision::member)
        .forEach(more::add);
    return new LiveReads(
        Sets.immutableEnumSet(Sets.union(evidence, decision.needs())), more.build());
  }

  boolean hasTemporaryClaimOf(ClaimKey member) {
    return members.contains(member) || evidence.contains(Evidence.CLAIMS);
  }

  /**
   * Reads it all, one kind after the other in the order of {@link Evidence}, and lays it over the
   * cache.
   *
   * @param server the cluster at the moment of each read
   */
  public ClusterState read(ClusterState cached, Supplier<ClusterState> server) {
    ClusterState seen = cached;
    for (Evidence each : evidence) {
      ClusterState actual = server.get();
      Kind<?> kind = KINDS.get(each);
      seen = kind == null ? readTemporaryClaims(seen, actual) : seen.withAllOf(kind, actual);
    }
    return seen;
  }

  private ClusterState readTemporaryClaims(ClusterState cached, ClusterState actual) {
    ClusterState seen = cached;
    for (ClaimKey member : members) {
      ClaimKey key = HandoffNames.temporaryClaim(member);
      ClaimView temporary = actual.claim(key);
      seen =
          temporary == null ? seen.without(Kinds.CLAIMS, key) : seen.with(Kinds.CLAIMS, temporary);
    }
    return seen;
  }
}
