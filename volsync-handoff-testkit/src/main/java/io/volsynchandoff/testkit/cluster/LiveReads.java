// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kind;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.function.Supplier;

/**
 * What a pass has read from the server and not from its caches.
 *
 * @param evidence the kinds that were read
 * @param members what was read of a member by itself
 */
public record LiveReads(
    ImmutableSet<Evidence> evidence, ImmutableSetMultimap<ClaimKey, Evidence> members) {
  private static final ImmutableSet<Evidence> BY_ITSELF =
      Sets.immutableEnumSet(Evidence.TEMPORARY_CLAIM, Evidence.VOLUME);

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
    return new LiveReads(ImmutableSet.of(), ImmutableSetMultimap.of());
  }

  public static LiveReads of(Evidence... evidence) {
    return new LiveReads(
        Sets.immutableEnumSet(ImmutableSet.copyOf(evidence)), ImmutableSetMultimap.of());
  }

  /** These and what the decision needs. */
  LiveReads and(GroupDecision decision) {
    ImmutableSetMultimap.Builder<ClaimKey, Evidence> more = ImmutableSetMultimap.builder();
    more.putAll(members);
    for (Decision each : decision.members()) {
      more.putAll(each.member(), Sets.intersection(each.needs(), BY_ITSELF));
    }
    return new LiveReads(
        Sets.immutableEnumSet(Sets.union(evidence, decision.needs())), more.build());
  }

  ImmutableSet<Evidence> ofMember(ClaimKey member) {
    return members.get(member);
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
      seen = kind == null ? readMembers(each, seen, actual) : seen.withAllOf(kind, actual);
    }
    return seen;
  }

  private ClusterState readMembers(Evidence evidence, ClusterState cached, ClusterState actual) {
    ClusterState seen = cached;
    for (ClaimKey member : members.inverse().get(evidence)) {
      seen =
          evidence == Evidence.VOLUME
              ? readVolumes(member, seen, actual)
              : readOne(Kinds.CLAIMS, HandoffNames.temporaryClaim(member), seen, actual);
    }
    return seen;
  }

  /** The volumes that are the member's by what the cache says. */
  private static ClusterState readVolumes(
      ClaimKey member, ClusterState cached, ClusterState actual) {
    ClusterState seen = cached;
    for (VolumeView volume : cached.all(Kinds.VOLUMES).values()) {
      if (isOf(volume, member)) {
        seen = readOne(Kinds.VOLUMES, Kinds.VOLUMES.key(volume), seen, actual);
      }
    }
    return seen;
  }

  private static boolean isOf(VolumeView volume, ClaimKey member) {
    ClaimRef claimRef = volume.claimRef();
    return volume.journal().matches(journal -> journal.claim().key().equals(member))
        || (claimRef != null && claimRef.names(member));
  }

  private static <V> ClusterState readOne(
      Kind<V> kind, ClaimKey key, ClusterState cached, ClusterState actual) {
    V found = actual.all(kind).get(key);
    return found == null ? cached.without(kind, key) : cached.with(kind, found);
  }
}
