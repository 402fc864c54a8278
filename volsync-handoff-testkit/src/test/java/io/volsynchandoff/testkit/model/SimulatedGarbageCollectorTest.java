// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.testkit.Drafts.CLAIM;
import static io.volsynchandoff.testkit.Drafts.claim;
import static io.volsynchandoff.testkit.Drafts.claimIn;
import static io.volsynchandoff.testkit.Drafts.empty;
import static io.volsynchandoff.testkit.Drafts.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import org.junit.jupiter.api.Test;

class SimulatedGarbageCollectorTest {
  private static final ClaimKey OWNER = new ClaimKey("ns", "owner");
  private static final String FINALIZER = "example.com/keep";

  private final Model collector = new SimulatedGarbageCollector();

  private static Meta.Builder ownerDraft() {
    return Meta.builder().namespace("ns").name("owner").uid("");
  }

  private static ClusterState owned(Meta owner, boolean blocks) {
    ClusterState state = ApiServer.create(empty(), Kinds.OTHERS, owner);
    return ApiServer.create(
        state, Kinds.CLAIMS, ownedClaim(get(state, Kinds.OTHERS, OWNER).uid(), blocks));
  }

  private static ClaimView ownedClaim(String uid, boolean blocks) {
    Meta meta =
        Meta.builder()
            .namespace("ns")
            .name("p")
            .uid("")
            .addOwners(new OwnerView("apps/v1", "StatefulSet", "owner", uid, true, blocks))
            .build();
    return claim().meta(meta).build();
  }

  @Test
  void whatIsOwnedByALivingObjectStays() {
    assertThat(collector.steps(owned(ownerDraft().build(), true))).isEmpty();
  }

  @Test
  void whatIsOwnedByAnObjectThatIsGoneIsDeleted() {
    ClusterState state =
        collector.settle(ApiServer.delete(owned(ownerDraft().build(), true), Kinds.OTHERS, OWNER));
    assertThat(claimIn(state).meta().isDeleting()).isTrue();
  }

  /** Case H29: an owner is told by its uid, not by its name. */
  @Test
  void anotherObjectOfTheOwnersNameDoesNotCount() {
    ClusterState state = ApiServer.create(empty(), Kinds.OTHERS, ownerDraft().build());
    state = ApiServer.create(state, Kinds.CLAIMS, ownedClaim("uid-of-the-old-owner", true));
    assertThat(claimIn(collector.settle(state)).meta().isDeleting()).isTrue();
  }

  @Test
  void anOwnerThatIsOnlyMarkedByABackgroundDeletionStillOwns() {
    ClusterState state = owned(ownerDraft().addFinalizers(FINALIZER).build(), true);
    state = ApiServer.delete(state, Kinds.OTHERS, OWNER);
    assertThat(collector.steps(state)).isEmpty();
  }

  /** Attack A22, seen: the dependants of a foreground deletion go at once, finalizer or not. */
  @Test
  void aForegroundDeletionTakesTheDependantsAtOnceAndWaitsForThem() {
    ClusterState state = owned(ownerDraft().addFinalizers(FINALIZER).build(), true);
    state = collector.settle(ApiServer.deleteForeground(state, Kinds.OTHERS, OWNER));
    assertThat(claimIn(state).meta().isDeleting()).isTrue();
    assertThat(get(state, Kinds.OTHERS, OWNER).finalizers())
        .containsExactly(FINALIZER, "foregroundDeletion");
    state = collector.settle(state.without(Kinds.CLAIMS, CLAIM));
    assertThat(get(state, Kinds.OTHERS, OWNER).finalizers()).containsExactly(FINALIZER);
  }

  @Test
  void aDependantThatDoesNotBlockIsNotWaitedFor() {
    ClusterState state = owned(ownerDraft().build(), false);
    state = collector.settle(ApiServer.deleteForeground(state, Kinds.OTHERS, OWNER));
    assertThat(state.get(Kinds.OTHERS, OWNER)).isNull();
    assertThat(claimIn(state).meta().isDeleting()).isTrue();
  }

  @Test
  void theOwnerIsLookedForLiveBeforeTheDeletion() {
    ClusterState actual = owned(ownerDraft().build(), true);
    ClusterState stale = actual.without(Kinds.OTHERS, OWNER);
    assertThat(collector.steps(stale)).hasSize(1);
    assertThat(collector.steps(stale).get(0).applyTo(actual)).isEqualTo(actual);
  }
}
