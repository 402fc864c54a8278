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
  private final ImmutableList<Table<?>> tables;
  private final GroundTruth truth;

  private ClusterState(ImmutableList<Table<?>> tables, GroundTruth truth) {
    this.tables = tables;
    this.truth = truth;
  }

  /** A cluster without objects, at a time. */
  public static ClusterState empty(Instant clock) {
    return of(GroundTruth.at(clock));
  }

  /** A cluster without objects on top of what is beneath them. */
  public static ClusterState of(GroundTruth truth) {
    ImmutableList.Builder<Table<?>> none = ImmutableList.builder();
    Kinds.ALL.forEach(kind -> none.add(Table.empty()));
    return new ClusterState(none.build(), truth);
  }

  @SuppressWarnings("unchecked") // each table is only ever written through its own kind
  private <V> Table<V> table(Kind<V> kind) {
    return (Table<V>) tables.get(kind.index());
  }

  /** Every object of the kind. */
  public <V> ImmutableSortedMap<ClaimKey, V> all(Kind<V> kind) {
    return table(kind).objects();
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
    return withTable(kind, table(kind).put(kind.key(object), object));
  }

  public <V> ClusterState without(Kind<V> kind, ClaimKey key) {
    return withTable(kind, table(kind).remove(key));
  }

  /** The same cluster with all objects of the kind taken from another one. */
  public <V> ClusterState withAllOf(Kind<V> kind, ClusterState other) {
    return withTable(kind, other.table(kind));
  }

  public ClusterState withTruth(UnaryOperator<GroundTruth> change) {
    GroundTruth changed = change.apply(truth);
    return changed.equals(truth) ? this : new ClusterState(tables, changed);
  }

  private <V> ClusterState withTable(Kind<V> kind, Table<V> changed) {
    if (changed.equals(table(kind))) {
      return this;
    }
    ImmutableList.Builder<Table<?>> all = ImmutableList.builderWithExpectedSize(tables.size());
    for (int index = 0; index < tables.size(); index++) {
      all.add(index == kind.index() ? changed : tables.get(index));
    }
    return new ClusterState(all.build(), truth);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ClusterState that
            && tables.equals(that.tables)
            && truth.equals(that.truth));
  }

  @Override
  public int hashCode() {
    return 31 * tables.hashCode() + truth.hashCode();
  }
}
