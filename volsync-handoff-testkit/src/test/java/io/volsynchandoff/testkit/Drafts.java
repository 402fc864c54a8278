// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit;

import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.StorageSize;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.VersionedKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Plain objects, as their owners would create them, in namespace {@code ns}. */
public final class Drafts {
  public static final ClaimKey CLAIM = new ClaimKey("ns", "p");
  public static final ClaimKey VOLUME = new ClaimKey("", "v");
  public static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");

  private Drafts() {}

  public static StorageSize size(long bytes) {
    return new StorageSize(String.valueOf(bytes), BigDecimal.valueOf(bytes));
  }

  /** An unbound claim {@code p} that names no volume. */
  public static ClaimView.Builder claim() {
    return ClaimView.builder()
        .meta(Meta.builder().namespace("ns").name("p").uid("").build())
        .phase(ClaimView.Phase.PENDING)
        .storageClass("fast")
        .addAccessModes("ReadWriteOnce")
        .request(size(100))
        .spec(OpaqueSpec.EMPTY);
  }

  /** A free volume {@code v} of policy Retain. */
  public static VolumeView.Builder volume() {
    return VolumeView.builder()
        .meta(Meta.builder().name("v").uid("").build())
        .phase(VolumeView.Phase.AVAILABLE)
        .policy(VolumeView.ReclaimPolicy.RETAIN)
        .handle("h")
        .capacity(size(100))
        .addAccessModes("ReadWriteOnce")
        .storageClass("fast");
  }

  public static PodView.Builder pod(String name) {
    return PodView.builder()
        .meta(Meta.builder().namespace("ns").name(name).uid("").build())
        .addClaims("p");
  }

  public static ClusterState empty() {
    return ClusterState.empty(NOW).with(Kinds.NODES, new NodeView("n", true, false));
  }

  public static ClusterState with(ClaimView claim, VolumeView volume) {
    return ApiServer.create(ApiServer.create(empty(), Kinds.VOLUMES, volume), Kinds.CLAIMS, claim);
  }

  public static ClusterState editClaim(
      ClusterState state, UnaryOperator<ClaimView.Builder> change) {
    return ApiServer.edit(
        state, Kinds.CLAIMS, CLAIM, c -> change.apply(ClaimView.builder().from(c)).build());
  }

  public static ClusterState editVolume(
      ClusterState state, UnaryOperator<VolumeView.Builder> change) {
    return ApiServer.edit(
        state, Kinds.VOLUMES, VOLUME, v -> change.apply(VolumeView.builder().from(v)).build());
  }

  public static <V> V get(ClusterState state, VersionedKind<V> kind, ClaimKey key) {
    return Objects.requireNonNull(state.get(kind, key), () -> kind + " " + key + " is not there");
  }

  public static ClaimView claimIn(ClusterState state) {
    return get(state, Kinds.CLAIMS, CLAIM);
  }

  public static VolumeView volumeIn(ClusterState state) {
    return get(state, Kinds.VOLUMES, VOLUME);
  }

  /** The reference that names the claim of the state exactly. */
  public static ClaimRef exactRef(ClusterState state) {
    return new ClaimRef(CLAIM, claimIn(state).meta().uid());
  }
}
