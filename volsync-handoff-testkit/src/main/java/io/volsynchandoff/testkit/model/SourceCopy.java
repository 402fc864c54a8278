// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.core.HandoffNames.COPY_TRIGGER;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.PointInTime;
import org.jspecify.annotations.Nullable;

/**
 * The copy that a Snapshot or Clone source syncs from (facts §1.4, §2.1, §2.2). It is found again
 * by name, and never made anew while it is there.
 */
final class SourceCopy {
  private static final ImmutableSet<String> WITHOUT_COPY = ImmutableSet.of("Direct", "None");

  private SourceCopy() {}

  static boolean isWanted(SourceView source) {
    return source.copyMethod() == null || !WITHOUT_COPY.contains(source.copyMethod());
  }

  /** What this reconcile does about the copy; null when it is there and the Job is next. */
  static @Nullable Reconcile make(ClusterState seen, SourceView source, ClaimView claim) {
    ClaimKey name = VolSyncNames.copy(source);
    PointInTime found = seen.truth().copies().get(name);
    if (found == null) {
      return claim.meta().annotations().containsKey(COPY_TRIGGER)
          ? Reconcile.going("waits for the copy trigger", state -> state)
          : Reconcile.going("cuts a copy of " + claim.key(), state -> cut(state, source));
    }
    if (found.ownerUid() == null) {
      return Reconcile.going(
          "adopts the copy " + name,
          state ->
              state.withTruth(
                  truth ->
                      truth.withCopy(name, new PointInTime(source.meta().uid(), found.content()))));
    }
    return found.ownerUid().equals(source.meta().uid())
        ? null
        : Reconcile.failing("copy " + name + " is owned by another source");
  }

  /** Neither a snapshot nor a clone is cut of a claim that is not Bound or is being deleted. */
  private static ClusterState cut(ClusterState state, SourceView source) {
    ClaimKey name = VolSyncNames.copy(source);
    VolumeView volume = state.volumeBehind(source.sourceClaimKey());
    Content content = volume == null ? null : state.truth().contents().get(volume.handle());
    return content == null || state.truth().copies().containsKey(name)
        ? state
        : state.withTruth(
            truth -> truth.withCopy(name, new PointInTime(source.meta().uid(), content)));
  }

  static ClusterState cleanUp(ClusterState state, SourceView source) {
    ClaimKey name = VolSyncNames.copy(source);
    PointInTime copy = state.truth().copies().get(name);
    return copy != null && source.meta().uid().equals(copy.ownerUid())
        ? state.withTruth(truth -> truth.withoutCopy(name))
        : state;
  }
}
