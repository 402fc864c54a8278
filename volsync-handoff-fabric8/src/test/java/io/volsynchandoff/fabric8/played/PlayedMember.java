// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.StorageSize;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.model.SimulatedApplication;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.model.VolSyncNames;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One volume of a played application: how its owner sets it up and uses it, and what its storage
 * and the replica of it hold.
 *
 * @param key the claim, and the source of the same name
 */
public record PlayedMember(ClaimKey key) {
  private static final StorageSize SIZE =
      new StorageSize("1Gi", BigDecimal.valueOf(1024L * 1024 * 1024));

  /** Creates the claim. */
  public Step createClaim(String storageClass, ImmutableMap<String, String> labels) {
    return User.create(
        Kinds.CLAIMS,
        ClaimView.builder()
            .meta(meta().labels(labels).build())
            .phase(ClaimView.Phase.PENDING)
            .storageClass(storageClass)
            .addAccessModes("ReadWriteOnce")
            .request(SIZE)
            .spec(OpaqueSpec.EMPTY)
            .build());
  }

  /** Creates a source that copies by snapshots. */
  public Step createSource(String schedule, String secret) {
    return User.create(
        Kinds.SOURCES,
        SourceView.builder()
            .meta(meta().build())
            .sourceClaim(key.name())
            .schedule(schedule)
            .addMovers(Mover.RSYNC_TLS)
            .copyMethod("Snapshot")
            .secretName(secret)
            .spec(OpaqueSpec.EMPTY)
            .build());
  }

  private Meta.Builder meta() {
    return Meta.builder().namespace(key.namespace()).name(key.name()).uid("");
  }

  /** Starts the application on the claim. */
  public Step start(String node) {
    return new Step(
        "application: starts on " + key, state -> SimulatedApplication.start(state, key, node));
  }

  /** The application writes once more, if it runs. */
  public Step write() {
    return new Step("application: writes to " + key, at -> SimulatedApplication.write(at, key));
  }

  /** Asks the application on the claim to stop. */
  public Step stop() {
    return new Step("application: stops on " + key, at -> SimulatedApplication.stop(at, key));
  }

  /** Deletes the claim. */
  public Step deleteClaim() {
    return User.delete(Kinds.CLAIMS, key);
  }

  public @Nullable ClaimView claim(ClusterState state) {
    return state.claim(key);
  }

  public @Nullable SourceView source(ClusterState state) {
    return state.source(key);
  }

  public boolean isBound(ClusterState state) {
    ClaimView claim = claim(state);
    return claim != null && claim.phase() == ClaimView.Phase.BOUND;
  }

  /** Whether the source has synced all that was due. */
  public boolean isAtRest(ClusterState state) {
    SourceView source = source(state);
    return source != null
        && !source.isSyncing()
        && "WaitingForSchedule".equals(source.synchronizingReason());
  }

  /** The number of the last write on a volume; -1 where there is no such storage. */
  public static long lastWrite(ClusterState state, @Nullable VolumeView volume) {
    Content content = volume == null ? null : state.truth().contents().get(volume.handle());
    return content == null ? -1 : content.lastWrite();
  }

  /** The number of the last write on the volume that the claim is bound to; -1 without one. */
  public long written(ClusterState state) {
    ClaimView claim = claim(state);
    return claim == null ? -1 : lastWrite(state, state.volumeBoundTo(claim));
  }

  /** The number of the last write that a sync has carried; -1 before the first sync. */
  public long carried(ClusterState state) {
    Content replica = state.truth().replicas().get(VolSyncNames.replica(key));
    return replica == null ? -1 : replica.lastWrite();
  }
}
