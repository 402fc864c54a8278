// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.testkit.Drafts.CLAIM;
import static io.volsynchandoff.testkit.Drafts.VOLUME;
import static io.volsynchandoff.testkit.Drafts.claim;
import static io.volsynchandoff.testkit.Drafts.claimIn;
import static io.volsynchandoff.testkit.Drafts.editClaim;
import static io.volsynchandoff.testkit.Drafts.editVolume;
import static io.volsynchandoff.testkit.Drafts.empty;
import static io.volsynchandoff.testkit.Drafts.exactRef;
import static io.volsynchandoff.testkit.Drafts.get;
import static io.volsynchandoff.testkit.Drafts.size;
import static io.volsynchandoff.testkit.Drafts.volume;
import static io.volsynchandoff.testkit.Drafts.volumeIn;
import static io.volsynchandoff.testkit.Drafts.with;
import static io.volsynchandoff.testkit.model.SimulatedPvController.BIND_COMPLETED;
import static io.volsynchandoff.testkit.model.SimulatedPvController.BOUND_BY_CONTROLLER;
import static io.volsynchandoff.testkit.model.SimulatedPvController.PROVISIONED_BY;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Row by row: the tables of facts §6.1 and §6.2, and what was seen in §8. */
class SimulatedPvControllerTest {
  private static final ClaimRef BY_NAME = new ClaimRef(CLAIM, null);
  private static final ClaimRef OTHER = new ClaimRef(new ClaimKey("ns", "other"), "uid-of-other");

  private final Model controller = new SimulatedPvController();

  private ClusterState settled(ClaimView.Builder claim, VolumeView.Builder volume) {
    return controller.settle(with(claim.build(), volume.build()));
  }

  /** P and V bound to each other, as after a plain pre-bound binding. */
  private ClusterState bound() {
    return settled(claim().volumeName("v"), volume().claimRef(BY_NAME));
  }

  private static void assertBound(ClusterState state) {
    assertThat(claimIn(state).isBoundTo(volumeIn(state))).isTrue();
    assertThat(volumeIn(state).phase()).isEqualTo(VolumeView.Phase.BOUND);
    assertThat(claimIn(state).meta().annotations()).containsKey(BIND_COMPLETED);
  }

  private static void assertPhases(
      ClusterState state, ClaimView.Phase claim, VolumeView.Phase volume) {
    assertThat(claimIn(state).phase()).isEqualTo(claim);
    assertThat(volumeIn(state).phase()).isEqualTo(volume);
  }

  /** Facts §6.1, with {@code bind-completed}. */
  @Nested
  class AClaimThatWasBoundOnce {
    @Test
    void isLostWithoutItsVolume() {
      ClusterState state = controller.settle(bound().without(Kinds.VOLUMES, VOLUME));
      assertThat(claimIn(state).phase()).isEqualTo(ClaimView.Phase.LOST);
    }

    @Test
    void bindsAgainWhereTheClaimRefWasTakenAway() {
      assertBound(controller.settle(editVolume(bound(), v -> v.claimRef(null))));
    }

    @Test
    void isLostWhereTheVolumeNamesItWithoutUid() {
      ClusterState state = controller.settle(editVolume(bound(), v -> v.claimRef(BY_NAME)));
      assertPhases(state, ClaimView.Phase.LOST, VolumeView.Phase.AVAILABLE);
    }

    @Test
    void isLostWhereTheVolumeNamesAnotherAndBoundAgainWhenItsUidIsBack() {
      ClusterState lost =
          controller.settle(
              editVolume(bound(), v -> v.claimRef(new ClaimRef(OTHER.claim(), null))));
      assertPhases(lost, ClaimView.Phase.LOST, VolumeView.Phase.AVAILABLE);
      assertBound(controller.settle(editVolume(lost, v -> v.claimRef(exactRef(lost)))));
    }
  }

  /** Facts §6.1, without {@code bind-completed}, {@code volumeName} set. */
  @Nested
  class AClaimThatNamesItsVolume {
    @Test
    void waitsForAVolumeThatIsNotThere() {
      ClusterState state =
          controller.settle(
              ApiServer.create(empty(), Kinds.CLAIMS, claim().volumeName("v").build()));
      assertThat(claimIn(state).phase()).isEqualTo(ClaimView.Phase.PENDING);
    }

    @Test
    void bindsWithoutAnyCheckWhereTheVolumeNamesItBack() {
      VolumeView.Builder unfit =
          volume()
              .claimRef(BY_NAME)
              .storageClass("slow")
              .capacity(size(1))
              .volumeMode("Block")
              .accessModes(Set.of("ReadOnlyMany"))
              .attributesClass("gold");
      ClusterState state = settled(claim().volumeName("v"), unfit);
      assertBound(state);
      assertThat(claimIn(state).meta().annotations()).doesNotContainKey(BOUND_BY_CONTROLLER);
      assertThat(volumeIn(state).meta().annotations()).doesNotContainKey(BOUND_BY_CONTROLLER);
    }

    @Test
    void bindsEvenWhileBothAreBeingDeleted() {
      ClusterState state =
          with(claim().volumeName("v").build(), volume().claimRef(BY_NAME).build());
      state = ApiServer.delete(state, Kinds.CLAIMS, CLAIM);
      state = ApiServer.delete(state, Kinds.VOLUMES, VOLUME);
      assertBound(controller.settle(state));
    }

    @Test
    void bindsAFreeVolumeThatFitsAndMarksIt() {
      ClusterState state = settled(claim().volumeName("v"), volume());
      assertBound(state);
      assertThat(volumeIn(state).meta().annotations()).containsKey(BOUND_BY_CONTROLLER);
    }

    static Stream<Arguments> mismatches() {
      return Stream.<Arguments>of(
          Arguments.of("size", change(v -> v.capacity(size(99)))),
          Arguments.of("class", change(v -> v.storageClass("slow"))),
          Arguments.of("attributes class", change(v -> v.attributesClass("gold"))),
          Arguments.of("volume mode", change(v -> v.volumeMode("Block"))),
          Arguments.of("access modes", change(v -> v.accessModes(Set.of("X")))),
          Arguments.of("deleting", change(v -> v)));
    }

    private static UnaryOperator<VolumeView.Builder> change(
        UnaryOperator<VolumeView.Builder> change) {
      return change;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mismatches")
    void waitsForAFreeVolumeThatDoesNotFit(String what, UnaryOperator<VolumeView.Builder> change) {
      ClusterState state = with(claim().volumeName("v").build(), change.apply(volume()).build());
      if (what.equals("deleting")) {
        state = ApiServer.delete(state, Kinds.VOLUMES, VOLUME);
      }
      assertPhases(controller.settle(state), ClaimView.Phase.PENDING, VolumeView.Phase.AVAILABLE);
    }

    /** Facts §8: "already bound to a different claim". */
    @Test
    void waitsWhereTheVolumeNamesAnotherOrADeadUidOfItsOwnName() {
      ClusterState other = settled(claim().volumeName("v"), volume().claimRef(OTHER));
      assertPhases(other, ClaimView.Phase.PENDING, VolumeView.Phase.RELEASED);
      ClusterState dead =
          settled(claim().volumeName("v"), volume().claimRef(new ClaimRef(CLAIM, "dead")));
      assertPhases(dead, ClaimView.Phase.PENDING, VolumeView.Phase.RELEASED);
    }
  }

  /** Facts §6.1, without {@code bind-completed}, {@code volumeName} empty. */
  @Nested
  class AClaimThatNamesNoVolume {
    /** Facts §8, attack A8: a Pending claim that bears T's name gets V, whatever its class. */
    @Test
    void getsTheVolumeThatIsPreBoundToItWhateverItsClass() {
      ClusterState state = settled(claim().storageClass("slow"), volume().claimRef(BY_NAME));
      assertBound(state);
      assertThat(claimIn(state).meta().annotations()).containsKey(BOUND_BY_CONTROLLER);
      assertThat(volumeIn(state).meta().annotations()).doesNotContainKey(BOUND_BY_CONTROLLER);
    }

    @Test
    void doesNotGetAPreBoundVolumeThatIsTooSmall() {
      ClusterState state = settled(claim(), volume().claimRef(BY_NAME).capacity(size(99)));
      assertPhases(state, ClaimView.Phase.PENDING, VolumeView.Phase.AVAILABLE);
    }

    @Test
    void getsTheSmallestFreeVolumeOfItsClass() {
      VolumeView larger =
          volume()
              .meta(Meta.builder().name("a-larger").uid("").build())
              .capacity(size(200))
              .build();
      ClusterState state = with(claim().build(), volume().build());
      state = ApiServer.create(state, Kinds.VOLUMES, larger);
      assertBound(controller.settle(state));
    }

    @Test
    void getsNoFreeVolumeOfAnotherClass() {
      ClusterState state = settled(claim().storageClass("slow"), volume());
      assertPhases(state, ClaimView.Phase.PENDING, VolumeView.Phase.AVAILABLE);
    }
  }

  /** Facts §6.2. */
  @Nested
  class AVolume {
    private ClusterState alone(VolumeView.Builder volume) {
      return controller.settle(ApiServer.create(empty(), Kinds.VOLUMES, volume.build()));
    }

    @Test
    void isAvailableWithoutClaimRefAndWithoutUidWhateverItsPolicy() {
      assertThat(volumeIn(alone(volume())).phase()).isEqualTo(VolumeView.Phase.AVAILABLE);
      VolumeView.Builder preBound =
          volume().claimRef(BY_NAME).policy(ReclaimPolicy.DELETE).phase(VolumeView.Phase.RELEASED);
      assertThat(volumeIn(alone(preBound)).phase()).isEqualTo(VolumeView.Phase.AVAILABLE);
    }

    @Test
    void isReleasedWhereItsClaimIsGone() {
      assertThat(volumeIn(alone(volume().claimRef(OTHER))).phase())
          .isEqualTo(VolumeView.Phase.RELEASED);
    }

    @Test
    void failsUnderDeleteWhereNobodyKnowsHowToDeleteIt() {
      VolumeView.Builder orphan = volume().claimRef(OTHER).policy(ReclaimPolicy.DELETE);
      assertThat(volumeIn(alone(orphan)).phase()).isEqualTo(VolumeView.Phase.FAILED);
    }

    /** Facts §8: deleting P leaves V at T; deleting T leaves V Released with T's uid. */
    @Test
    void keepsTheDeadUidWhenItsClaimGoes() {
      ClusterState bound = bound();
      ClusterState state = controller.settle(bound.without(Kinds.CLAIMS, CLAIM));
      assertThat(volumeIn(state).phase()).isEqualTo(VolumeView.Phase.RELEASED);
      assertThat(volumeIn(state).claimRef()).isEqualTo(exactRef(bound));
    }

    @Test
    void isNotReleasedOnAStaleViewOfItsClaim() {
      ClusterState bound = bound();
      ClusterState stale = bound.without(Kinds.CLAIMS, CLAIM);
      assertThat(controller.steps(stale)).isNotEmpty();
      for (Step step : controller.steps(stale)) {
        assertThat(step.applyTo(bound)).isEqualTo(bound);
      }
    }

    @Test
    void whoseClaimIsBoundElsewhereIsUnboundAndKeptUnderRetain() {
      ClusterState state = controller.settle(elsewhere(ReclaimPolicy.RETAIN));
      assertThat(volumeIn(state).claimRef()).isEqualTo(BY_NAME);
      assertThat(volumeIn(state).phase()).isEqualTo(VolumeView.Phase.AVAILABLE);
    }

    @Test
    void whoseClaimIsBoundElsewhereIsReleasedUnderDeleteIfItWasProvisioned() {
      ClusterState state = controller.settle(elsewhere(ReclaimPolicy.DELETE));
      assertThat(volumeIn(state).phase()).isEqualTo(VolumeView.Phase.RELEASED);
    }

    private ClusterState elsewhere(ReclaimPolicy policy) {
      ClusterState bound = bound();
      bound =
          editVolume(
              bound,
              v ->
                  v.policy(policy)
                      .meta(
                          Meta.builder()
                              .from(volumeIn(bound()).meta())
                              .annotations(ImmutableMap.of(PROVISIONED_BY, "driver"))
                              .build()));
      return editClaim(bound, c -> c.volumeName("another"));
    }
  }

  /** Facts §8: V is Available at once, T is Bound soon, P turns Lost only later. */
  @Test
  void theRedirectBindsTAndLosesPInEitherOrder() {
    ClusterState bound = bound();
    ClaimKey temporary = new ClaimKey("ns", "t");
    ClusterState redirected = editVolume(bound, v -> v.claimRef(new ClaimRef(temporary, null)));
    redirected =
        ApiServer.create(
            redirected,
            Kinds.CLAIMS,
            claim()
                .meta(Meta.builder().namespace("ns").name("t").uid("").build())
                .volumeName("v")
                .build());
    ClusterState settled = controller.settle(redirected);
    ClaimView t = get(settled, Kinds.CLAIMS, temporary);
    assertThat(t.isBoundTo(volumeIn(settled))).isTrue();
    assertThat(claimIn(settled).phase()).isEqualTo(ClaimView.Phase.LOST);
    ClusterState withoutP = controller.settle(settled.without(Kinds.CLAIMS, CLAIM));
    assertThat(volumeIn(withoutP)).isEqualTo(volumeIn(settled));
  }
}
