// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.played.PlayedMember;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Nothing tells the PV controller that a redirected claim is Lost: it sees that when it looks at
 * everything anew, every 15 s by default, or when the claim is next written, which is when the
 * handoff releases it. So the handoff must not wait for it (design §5.3).
 */
class DefaultResyncIT {
  private static final String NAMES_NOBODY =
      "{\"spec\":{\"claimRef\":{\"name\":\"nobody\",\"uid\":null,\"resourceVersion\":null}}}";

  private final ControlPlane plane = ControlPlane.withDefaultResync();
  private final Stage stage = Stage.open(plane, "resync", Schemas.Group.OURS);
  private final ShippedRbac rbac = RunningController.grant(stage);
  private final RunningController controller = RunningController.start(stage);
  private final Relocation relocation = new Relocation(stage);

  @AfterEach
  void close() {
    controller.close();
    stage.close();
    rbac.close();
    plane.stop();
  }

  @Test
  void releasesClaimsThatAreNotLostYet() {
    PlayedMember probe = unselectedMember();
    relocation.protect();
    relocation.beginScheduledSyncs();
    relocation.group().relocate();
    relocation.group().awaitBlocked("CLAIM_IN_USE");
    relocation.stopApplication();
    relocation.awaitBlocked("SOURCE_BUSY");
    awaitResync(probe);
    try (Timeline timeline = Timeline.start(stage.admin(), stage.namespace())) {
      relocation.endScheduledSyncs();
      relocation.awaitPhase(Phase.SYNCING);
      relocation.members().forEach(this::awaitLost);
      relocation.members().forEach(member -> assertReleasedBeforeLost(timeline, member));
    }
    relocation.awaitPhase(Phase.SYNCING);

    relocation.endFinalSyncs();
    relocation.deleteClaims();
    relocation.group().awaitCondition(Conditions.RELINQUISHED);
  }

  /** A volume that is none of the group's. */
  private PlayedMember unselectedMember() {
    PlayedMember member = stage.member("probe", ReclaimPolicy.RETAIN);
    stage
        .admin()
        .persistentVolumeClaims()
        .inNamespace(stage.namespace())
        .withName(member.key().name())
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"labels\":null}}");
    return member;
  }

  /** Returns when the PV controller has just looked anew, so that the next time is 15 s ahead. */
  private void awaitResync(PlayedMember probe) {
    stage
        .admin()
        .resource(stage.volume(probe))
        .patch(PatchContext.of(PatchType.JSON_MERGE), NAMES_NOBODY);
    awaitLost(probe);
  }

  private void awaitLost(PlayedMember member) {
    Stage.await(
        () ->
            stage
                .admin()
                .persistentVolumeClaims()
                .inNamespace(stage.namespace())
                .withName(member.key().name())
                .require()
                .getStatus()
                .getPhase()
                .equals("Lost"));
  }

  private static void assertReleasedBeforeLost(Timeline timeline, PlayedMember member) {
    String name = member.key().name();
    long released = timeline.firstClaim(name, DefaultResyncIT::isReleased);
    long lost = timeline.firstClaim(name, it -> it.getStatus().getPhase().equals("Lost"));
    assertThat(released).as("%s: released before Lost", name).isLessThan(lost);
  }

  private static boolean isReleased(PersistentVolumeClaim claim) {
    return !claim.getMetadata().getFinalizers().contains(HandoffNames.CLAIM_FINALIZER);
  }
}
