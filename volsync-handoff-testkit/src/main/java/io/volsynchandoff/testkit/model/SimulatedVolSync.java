// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * VolSync's state machine for ReplicationSources (facts §1.1): the state follows from {@code
 * lastSyncTime} and {@code lastSyncStartTime} alone. One step is one reconcile of one source: what
 * it makes and deletes stands, and its status write is lost if the source changed since it was
 * seen.
 */
public final class SimulatedVolSync implements Model {

  @Override
  public ImmutableList<Step> steps(ClusterState seen) {
    Offer offer = new Offer(seen);
    for (SourceView source : seen.all(Kinds.SOURCES).values()) {
      if (isDriven(source)) {
        Reconcile reconcile = reconcile(seen, source);
        offer.add(
            "volsync: " + Kinds.SOURCES.key(source) + " " + reconcile.name(),
            actual -> apply(actual, source, reconcile));
      }
    }
    return offer.steps();
  }

  /** A source with {@code external} is left alone; syncthing has another machine (facts §1.2). */
  private static boolean isDriven(SourceView source) {
    return !source.movers().contains(Mover.EXTERNAL)
        && source.movers().stream().filter(Mover::isServed).count() == 1;
  }

  private static ClusterState apply(ClusterState actual, SourceView source, Reconcile reconcile) {
    ClusterState worked = reconcile.work().apply(actual);
    return ApiServer.update(
        worked, Kinds.SOURCES, source, seen -> reconcile.status().apply(seen, actual.clock()));
  }

  private static Reconcile reconcile(ClusterState seen, SourceView source) {
    if (source.isSyncing()) {
      return SyncWork.synchronize(seen, source);
    }
    if (source.lastSyncTime() == null) {
      return new Reconcile("starts its first sync", SyncStatus::started);
    }
    return new Reconcile(
        isDue(source, seen.clock()) ? "cleans up and starts a sync" : "cleans up and rests",
        state -> SyncWork.cleanUp(state, source),
        isDue(source, seen.clock()) ? SyncStatus::started : SyncStatus::rested);
  }

  /** A tag that differs from the last one; else a schedule that is due; else always. */
  private static boolean isDue(SourceView source, Instant now) {
    if (source.manualTag() != null) {
      return !source.manualTag().equals(source.lastManualSync());
    }
    Instant next = nextSyncTime(source);
    return next == null || now.isAfter(next);
  }

  /**
   * {@code status.nextSyncTime}: the schedule's first occurrence after the last sync, not after now
   * (facts §1.1). Null where there is no such time: without a schedule, under a manual tag, before
   * the first sync, and for a date that never comes, which is always due (facts §8).
   */
  public static @Nullable Instant nextSyncTime(SourceView source) {
    return source.manualTag() != null || source.schedule() == null || source.lastSyncTime() == null
        ? null
        : CronSchedule.parse(source.schedule()).next(source.lastSyncTime());
  }
}
