// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A whole cluster as one value. It is changed as an API server changes it by {@link ApiServer};
 * {@link #with(Kind, Object)} puts an object in as it is, by no rule.
 */
public final class ClusterState {
  private final ImmutableList<ImmutableSortedMap<ClaimKey, ?>> objects;
  private final GroundTruth truth;
  private final int hash;

  private ClusterState(ImmutableList<ImmutableSortedMap<ClaimKey, ?>> objects, GroundTruth truth) {
    this.objects = objects;
    this.truth = truth;
    this.hash = 31 * objects.hashCode() + truth.hashCode();
  }

  /** A cluster without objects, at a time. */
  public static ClusterState empty(Instant clock) {
    return of(GroundTruth.at(clock));
  }

  /** A cluster without objects on top of what is beneath them. */
  public static ClusterState of(GroundTruth truth) {
    ImmutableList.Builder<ImmutableSortedMap<ClaimKey, ?>> none = ImmutableList.builder();
    Kinds.ALL.forEach(kind -> none.add(ImmutableSortedMap.<ClaimKey, Object>of()));
    return new ClusterState(none.build(), truth);
  }

  /** Every object of the kind. */
  @SuppressWarnings("unchecked") // each map is only ever written through its own kind
  public <V> ImmutableSortedMap<ClaimKey, V> all(Kind<V> kind) {
    return (ImmutableSortedMap<ClaimKey, V>) objects.get(kind.index());
  }

  public <V> @Nullable V get(Kind<V> kind, ClaimKey key) {
    return all(kind).get(key);
  }

  public @Nullable ClaimView claim(ClaimKey key) {
    return get(Kinds.CLAIMS, key);
  }

  public @Nullable VolumeView volume(@Nullable String name) {
    return name == null ? null : get(Kinds.VOLUMES, new ClaimKey("", name));
  }

  public @Nullable SourceView source(ClaimKey key) {
    return get(Kinds.SOURCES, key);
  }

  /** The volume that the claim is bound to, by name on one side and by uid on the other. */
  public @Nullable VolumeView volumeBoundTo(ClaimView claim) {
    VolumeView volume = volume(claim.volumeName());
    ClaimRef ref = volume == null ? null : volume.claimRef();
    return ref != null && ref.isExactly(claim) ? volume : null;
  }

  /**
   * The volume that a pod, a snapshot or a clone gets by naming the claim; null where that is
   * refused, because the claim is not Bound or is being deleted (facts §2.2, §8).
   */
  public @Nullable VolumeView volumeBehind(ClaimKey key) {
    ClaimView claim = claim(key);
    return claim == null || claim.phase() != ClaimView.Phase.BOUND || claim.meta().isDeleting()
        ? null
        : volumeBoundTo(claim);
  }

  public GroundTruth truth() {
    return truth;
  }

  public Instant clock() {
    return truth.clock();
  }

  public <V> ClusterState with(Kind<V> kind, V object) {
    return withAll(kind, Entries.put(all(kind), kind.key(object), object));
  }

  public <V> ClusterState without(Kind<V> kind, ClaimKey key) {
    return withAll(kind, Entries.remove(all(kind), key));
  }

  /** The same cluster with all objects of the kind taken from another one. */
  public <V> ClusterState withAllOf(Kind<V> kind, ClusterState other) {
    return withAll(kind, other.all(kind));
  }

  public ClusterState withTruth(UnaryOperator<GroundTruth> change) {
    GroundTruth changed = change.apply(truth);
    return changed.equals(truth) ? this : new ClusterState(objects, changed);
  }

  private <V> ClusterState withAll(Kind<V> kind, ImmutableSortedMap<ClaimKey, V> changed) {
    if (changed.equals(all(kind))) {
      return this;
    }
    ImmutableList.Builder<ImmutableSortedMap<ClaimKey, ?>> all = ImmutableList.builder();
    for (int index = 0; index < objects.size(); index++) {
      all.add(index == kind.index() ? changed : objects.get(index));
    }
    return new ClusterState(all.build(), truth);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ClusterState that
            && hash == that.hash
            && truth.equals(that.truth)
            && objects.equals(that.objects));
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
