// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import static io.volsynchandoff.testkit.model.SimulatedPvController.PROVISIONED_BY;

import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.StorageSize;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.testkit.model.SimulatedApplication;
import io.volsynchandoff.testkit.model.SimulatedVolSync;
import io.volsynchandoff.testkit.model.VolSyncNames;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One member of a {@link Scenario}. */
public final class MemberScenario {
  private static final StorageSize SIZE =
      new StorageSize("1Gi", BigDecimal.valueOf(1024L * 1024 * 1024));
  private static final long LAST_SYNCED = 3;
  private static final long LAST_WRITE = 5;

  private final Scenario scenario;
  private final ClaimKey claim;
  private ReclaimPolicy policy = ReclaimPolicy.DELETE;
  private boolean running = true;
  private boolean syncing;
  private UnaryOperator<SourceView> source = UnaryOperator.identity();
  private UnaryOperator<ClaimView> claimChange = UnaryOperator.identity();
  private String accessMode = "ReadWriteOnce";

  MemberScenario(Scenario scenario, String claim) {
    this.scenario = scenario;
    this.claim = Scenario.claim(claim);
  }

  public MemberScenario policy(ReclaimPolicy changed) {
    policy = changed;
    return this;
  }

  public MemberScenario copyMethod(String method) {
    return source(seen -> SourceView.builder().from(seen).copyMethod(method).build());
  }

  public MemberScenario schedule(String schedule) {
    return source(seen -> SourceView.builder().from(seen).schedule(schedule).build());
  }

  public MemberScenario lastSyncTime(@Nullable Instant time) {
    return source(seen -> SourceView.builder().from(seen).lastSyncTime(time).build());
  }

  /** Any other change of the source as it is at the start. */
  public MemberScenario source(UnaryOperator<SourceView> change) {
    UnaryOperator<SourceView> before = source;
    source = seen -> change.apply(before.apply(seen));
    return this;
  }

  /** Any change of the claim as it is created. */
  public MemberScenario claim(UnaryOperator<ClaimView> change) {
    claimChange = change;
    return this;
  }

  public MemberScenario accessMode(String mode) {
    accessMode = mode;
    return this;
  }

  /** The application does not run. */
  public MemberScenario stopped() {
    running = false;
    return this;
  }

  /** A sync has begun and has cut its copy, where its copy method wants one. */
  public MemberScenario syncing() {
    syncing = true;
    return this;
  }

  public MemberScenario member(String name) {
    return scenario.member(name);
  }

  public Scenario scenario() {
    return scenario;
  }

  public ClusterState build() {
    return scenario.build();
  }

  public SimulatedCluster cluster() {
    return scenario.cluster();
  }

  /** The objects as their owners create them; the models do the rest. */
  ClusterState addTo(ClusterState state) {
    ClusterState added = ApiServer.create(state, Kinds.VOLUMES, volume());
    added = ApiServer.create(added, Kinds.CLAIMS, claimChange.apply(claim()));
    added = ApiServer.create(added, Kinds.SOURCES, source.apply(source()));
    if (running) {
      added = SimulatedApplication.start(added, claim, Scenario.NODE);
    }
    String handle = volume().handle();
    return added.withTruth(
        truth ->
            truth
                .withContent(handle, new Content(handle, LAST_WRITE))
                .withReplica(VolSyncNames.replica(claim), new Content(handle, LAST_SYNCED)));
  }

  ClusterState begin(ClusterState state) {
    if (!syncing) {
      return state;
    }
    ClusterState begun =
        state.withTruth(truth -> truth.withClock(truth.clock().plus(Duration.ofMinutes(2))));
    SimulatedVolSync volSync = new SimulatedVolSync();
    for (int reconcile = 0; reconcile < 2; reconcile++) {
      String prefix = "volsync: " + claim + " ";
      for (var step : volSync.steps(begun)) {
        begun = step.name().startsWith(prefix) ? step.applyTo(begun) : begun;
      }
    }
    return begun;
  }

  private String volumeName() {
    return "pv-" + claim.name();
  }

  private VolumeView volume() {
    Meta meta =
        Meta.builder()
            .name(volumeName())
            .uid("")
            .putAnnotations(PROVISIONED_BY, Scenario.DRIVER)
            .build();
    return VolumeView.builder()
        .meta(meta)
        .phase(VolumeView.Phase.PENDING)
        .policy(policy)
        .claimRef(new ClaimRef(claim, null))
        .handle(Scenario.DRIVER + "/" + volumeName())
        .capacity(SIZE)
        .addAccessModes(accessMode)
        .storageClass(Scenario.STORAGE_CLASS)
        .csiDriver(Scenario.DRIVER)
        .build();
  }

  private ClaimView claim() {
    Meta meta =
        Meta.builder()
            .namespace(claim.namespace())
            .name(claim.name())
            .uid("")
            .labels(Scenario.claimLabels())
            .build();
    return ClaimView.builder()
        .meta(meta)
        .phase(ClaimView.Phase.PENDING)
        .volumeName(volumeName())
        .storageClass(Scenario.STORAGE_CLASS)
        .addAccessModes(accessMode)
        .request(SIZE)
        .spec(OpaqueSpec.EMPTY)
        .build();
  }

  private SourceView source() {
    Meta meta = Meta.builder().namespace(claim.namespace()).name(claim.name()).uid("").build();
    return SourceView.builder()
        .meta(meta)
        .sourceClaim(claim.name())
        .schedule("*/5 * * * *")
        .addMovers(Mover.RSYNC_TLS)
        .copyMethod("Snapshot")
        .secretName(Scenario.SECRET)
        .lastSyncTime(Scenario.START.minus(Duration.ofMinutes(4)))
        .synchronizingReason("WaitingForSchedule")
        .synchronizingMessage("Waiting for next scheduled synchronization")
        .spec(OpaqueSpec.EMPTY)
        .build();
  }
}
