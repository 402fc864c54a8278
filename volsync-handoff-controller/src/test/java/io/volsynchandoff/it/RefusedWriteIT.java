// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.played.PlayedMember;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A write that the server will refuse is known before anything is touched (design §5.3 step 1). */
class RefusedWriteIT {
  private static final HandoffPolicy POLICY =
      HandoffPolicy.builder().refusedRetry(Duration.ofSeconds(1)).build();

  private final Stage stage = Stage.open("refused", Schemas.Group.OURS);
  private final ShippedRbac rbac = RunningController.grant(stage);
  private final RunningController controller = RunningController.start(stage, POLICY);
  private final PlayedMember member = stage.member("data", ReclaimPolicy.DELETE);

  @AfterEach
  void close() {
    controller.close();
    stage.close();
    rbac.close();
  }

  @Test
  void waitsForAQuotaWhileTheApplicationStillRuns() {
    Group group = protect();
    ResourceQuota quota = noMoreClaims();

    group.relocate();

    Stage.await(() -> group.blockerMessage(member, "WRITE_REFUSED") != null);
    assertThat(group.blockerMessage(member, "WRITE_REFUSED"))
        .contains("exceeded quota: no-more-claims")
        .contains("persistentvolumeclaims");
    assertThat(stage.cluster().act(member.write())).as("the application runs").isTrue();
    assertUntouched();

    stage.cluster().act(member.stop());
    group.awaitBlocked("WRITE_REFUSED");
    assertUntouched();

    stage.admin().resource(quota).delete();
    group.awaitCondition(Conditions.RELINQUISHED);
    assertThat(member.carried(stage.cluster().state())).isEqualTo(2);
  }

  /** Attack A12: what was rehearsed in time is refused all the same, and the volume is safe. */
  @Test
  void tellsOfAQuotaThatComesOnlyAfterTheRehearsal() {
    Group group = protect();
    group.relocate();
    group.awaitBlocked("CLAIM_IN_USE");
    final ResourceQuota quota = noMoreClaims();

    stage.cluster().act(member.stop());
    Stage.await(() -> group.blockerMessage(member, "WRITE_REFUSED") != null);

    assertThat(group.blockerMessage(member, "WRITE_REFUSED"))
        .contains("exceeded quota: no-more-claims");
    assertThat(stage.volume(member).getSpec().getPersistentVolumeReclaimPolicy())
        .isEqualTo("Retain");
    assertThat(stage.volume(member).getSpec().getClaimRef().getName())
        .isEqualTo(HandoffNames.temporaryClaim(member.key()).name());

    stage.admin().resource(quota).delete();
    group.awaitCondition(Conditions.RELINQUISHED);
    assertThat(member.carried(stage.cluster().state())).isEqualTo(1);
  }

  private Group protect() {
    stage.createSource(member, "0 0 1 1 *");
    stage.awaitState(
        state -> {
          SourceView source = member.source(state);
          return source != null && !source.isSyncing() && source.lastSyncTime() != null;
        });
    Group group = Group.create(stage, "group");
    group.awaitCondition(Conditions.PROTECTED);
    return group;
  }

  /** One claim is there, and one is all there may be. */
  private ResourceQuota noMoreClaims() {
    ResourceQuota quota =
        stage
            .admin()
            .resource(
                new ResourceQuotaBuilder()
                    .withNewMetadata()
                    .withNamespace(stage.namespace())
                    .withName("no-more-claims")
                    .endMetadata()
                    .withNewSpec()
                    .addToHard("persistentvolumeclaims", new Quantity("1"))
                    .endSpec()
                    .build())
            .create();
    // Until it has counted, its refusals are about that.
    Stage.await(
        () ->
            new Quantity("1")
                .equals(
                    stage
                        .admin()
                        .resource(quota)
                        .require()
                        .getStatus()
                        .getUsed()
                        .get("persistentvolumeclaims")));
    return quota;
  }

  private void assertUntouched() {
    assertThat(stage.volume(member).getSpec().getClaimRef().getName())
        .isEqualTo(member.key().name());
    SourceView source = Objects.requireNonNull(member.source(stage.cluster().state()));
    assertThat(source.journal().isAbsent()).isTrue();
    assertThat(source.schedule()).isEqualTo("0 0 1 1 *");
    assertThat(
            stage
                .admin()
                .persistentVolumeClaims()
                .inNamespace(stage.namespace())
                .withName(HandoffNames.temporaryClaim(member.key()).name())
                .get())
        .isNull();
  }
}
