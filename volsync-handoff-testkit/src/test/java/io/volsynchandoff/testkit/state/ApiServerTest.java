// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import static io.volsynchandoff.testkit.Drafts.CLAIM;
import static io.volsynchandoff.testkit.Drafts.VOLUME;
import static io.volsynchandoff.testkit.Drafts.claim;
import static io.volsynchandoff.testkit.Drafts.claimIn;
import static io.volsynchandoff.testkit.Drafts.editClaim;
import static io.volsynchandoff.testkit.Drafts.empty;
import static io.volsynchandoff.testkit.Drafts.get;
import static io.volsynchandoff.testkit.Drafts.pod;
import static io.volsynchandoff.testkit.Drafts.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.cluster.Scenario;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ApiServerTest {
  private static final ClaimKey SOURCE = Scenario.claim("data-0");

  private final ClusterState withClaim = ApiServer.create(empty(), Kinds.CLAIMS, claim().build());

  @Test
  void createGivesUidVersionAndTheFinalizerOfAdmission() {
    Meta meta = claimIn(withClaim).meta();
    assertThat(meta.uid()).isNotEmpty();
    assertThat(meta.resourceVersion()).isEqualTo("1");
    assertThat(meta.finalizers()).containsExactly(Kinds.CLAIM_PROTECTION);
  }

  @Test
  void createRefusesANameThatIsTaken() {
    ClaimView again = claim().build();
    assertThatThrownBy(() -> ApiServer.create(withClaim, Kinds.CLAIMS, again))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ns/p exists");
  }

  @Test
  void aNameUsedAgainGetsAnotherUid() {
    ClusterState without = withClaim.without(Kinds.CLAIMS, CLAIM);
    ClusterState again = ApiServer.create(without, Kinds.CLAIMS, claim().build());
    assertThat(claimIn(again).meta().uid()).isNotEqualTo(claimIn(withClaim).meta().uid());
  }

  @Test
  void aWriteThatChangesNothingGivesTheSameCluster() {
    assertThat(editClaim(withClaim, claim -> claim.volumeMode("Filesystem"))).isEqualTo(withClaim);
  }

  @Test
  void aStaleUpdateChangesNothing() {
    ClaimView seen = claimIn(withClaim);
    ClusterState moved = editClaim(withClaim, claim -> claim.volumeName("v"));
    ClusterState after =
        ApiServer.update(
            moved,
            Kinds.CLAIMS,
            seen,
            c -> ClaimView.builder().from(c).phase(ClaimView.Phase.LOST).build());
    assertThat(after).isEqualTo(moved);
  }

  @Test
  void writesToDifferentObjectsCommute() {
    ClaimView claim = claim().build();
    var volume = volume().build();
    ClusterState one =
        ApiServer.create(ApiServer.create(empty(), Kinds.CLAIMS, claim), Kinds.VOLUMES, volume);
    ClusterState other =
        ApiServer.create(ApiServer.create(empty(), Kinds.VOLUMES, volume), Kinds.CLAIMS, claim);
    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
  }

  @Test
  void aDeletedObjectStaysForItsFinalizersAndGoesWithTheLast() {
    ClusterState deleting = ApiServer.delete(withClaim, Kinds.CLAIMS, CLAIM);
    assertThat(claimIn(deleting).meta().deletedAt()).isEqualTo(empty().clock());
    ClusterState gone =
        ApiServer.edit(
            deleting,
            Kinds.CLAIMS,
            CLAIM,
            c -> ApiServer.withoutFinalizer(Kinds.CLAIMS, c, Kinds.CLAIM_PROTECTION));
    assertThat(gone.claim(CLAIM)).isNull();
  }

  @Test
  void aScheduledPodIsOnlyMarkedAndOthersGoAtOnce() {
    ClusterState pods = ApiServer.create(empty(), Kinds.PODS, pod("placed").node("n").build());
    pods = ApiServer.create(pods, Kinds.PODS, pod("waiting").build());
    for (ClaimKey key : pods.all(Kinds.PODS).keySet()) {
      pods = ApiServer.delete(pods, Kinds.PODS, key);
    }
    assertThat(pods.all(Kinds.PODS).keySet()).containsExactly(new ClaimKey("ns", "placed"));
  }

  @Test
  void generationCountsChangesOfSpecAloneAndTheSpecTextFollows() {
    ClusterState state = Scenario.group("g").member("data-0").build();
    SourceView source = get(state, Kinds.SOURCES, SOURCE);
    ClusterState status = edit(state, b -> b.lastSyncStartTime(Instant.EPOCH));
    assertThat(get(status, Kinds.SOURCES, SOURCE).meta().generation()).isEqualTo(1);
    assertThat(get(status, Kinds.SOURCES, SOURCE).meta().resourceVersion())
        .isNotEqualTo(source.meta().resourceVersion());
    SourceView parked = get(edit(status, b -> b.schedule("0 0 1 6 *")), Kinds.SOURCES, SOURCE);
    assertThat(parked.meta().generation()).isEqualTo(2);
    assertThat(parked.spec().json()).contains("\"schedule\":\"0 0 1 6 *\"");
  }

  private static ClusterState edit(ClusterState state, UnaryOperator<SourceView.Builder> change) {
    return ApiServer.edit(
        state,
        Kinds.SOURCES,
        SOURCE,
        seen -> change.apply(SourceView.builder().from(seen)).build());
  }

  @Test
  void changesNameWhatWasCreatedUpdatedAndDeleted() {
    ClusterState after =
        ApiServer.create(
            editClaim(withClaim, claim -> claim.volumeName("v")), Kinds.VOLUMES, volume().build());
    Changes changes = Changes.between(withClaim, after);
    assertThat(changes.all())
        .extracting(Change::toString)
        .containsExactly("update PersistentVolumeClaim ns/p", "create PersistentVolume /v");
    assertThat(Changes.between(Kinds.VOLUMES, after, withClaim))
        .singleElement()
        .satisfies(change -> assertThat(change.isDeletion()).isTrue())
        .satisfies(change -> assertThat(change.key()).isEqualTo(VOLUME));
    assertThat(Changes.between(after, after).isEmpty()).isTrue();
  }
}
