// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.read.Views;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A protected group is deleted, alone and together with its claims (design §5.1). */
class UnprotectIT {
  private final Stage stage = Stage.open("unprotect", Schemas.Group.OURS);
  private final ShippedRbac rbac = RunningController.grant(stage);
  private final RunningController controller = RunningController.start(stage);
  private final Relocation relocation = new Relocation(stage);

  @AfterEach
  void close() {
    controller.close();
    stage.close();
    rbac.close();
  }

  @Test
  void givesEveryVolumeItsRecordedPolicyBack() {
    protect();

    relocation.group().delete();

    Stage.await(() -> relocation.group().get() == null);
    relocation.members().forEach(this::assertAsBefore);
    relocation.members().forEach(this::assertLeftToItsOwner);
  }

  /** A volume under Delete goes with its claim; these had Delete before they were protected. */
  @Test
  void keepsTheDataOfClaimsThatGoTogetherWithTheGroup() {
    protect();
    try (Timeline timeline = Timeline.start(stage.admin(), stage.namespace())) {
      relocation.deleteClaims();
      relocation.group().delete();

      // The claims cannot go while pods use them, and that holds nothing of ours.
      Stage.await(() -> relocation.group().get() == null);
      relocation.stopApplication();
      Stage.await(() -> relocation.members().stream().allMatch(it -> claimNow(it) == null));
      Stage.await(() -> relocation.members().stream().allMatch(this::isReleased));

      relocation.members().forEach(this::assertKept);
      relocation.members().forEach(member -> assertNeverUnderDelete(timeline, member));
    }
  }

  private void protect() {
    relocation.protect();
    relocation
        .members()
        .forEach(
            member ->
                assertThat(relocation.volumeNow(member).policy()).isEqualTo(ReclaimPolicy.RETAIN));
  }

  private void assertAsBefore(PlayedMember member) {
    PersistentVolume before = relocation.volumeBefore(member);
    PersistentVolume now = stage.admin().resource(before).require();
    assertThat(now.getSpec()).isEqualTo(before.getSpec());
    assertThat(now.getMetadata().getAnnotations()).isEqualTo(before.getMetadata().getAnnotations());
    assertThat(now.getMetadata().getFinalizers())
        .containsExactlyInAnyOrderElementsOf(before.getMetadata().getFinalizers());
  }

  private void assertLeftToItsOwner(PlayedMember member) {
    PersistentVolumeClaim claim = Objects.requireNonNull(claimNow(member));
    assertThat(claim.getMetadata().getDeletionTimestamp()).isNull();
    assertThat(claim.getMetadata().getFinalizers()).containsExactly("kubernetes.io/pvc-protection");
    assertThat(claim.getStatus().getPhase()).isEqualTo("Bound");
    SourceView source =
        Views.source(
            stage
                .admin()
                .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
                .inNamespace(stage.namespace())
                .withName(member.key().name())
                .require());
    assertThat(source.schedule()).isEqualTo(Relocation.SCHEDULE);
    assertThat(source.journal().isAbsent()).isTrue();
  }

  private boolean isReleased(PlayedMember member) {
    return relocation.volumeNow(member).phase() == VolumeView.Phase.RELEASED;
  }

  private void assertKept(PlayedMember member) {
    VolumeView volume = relocation.volumeNow(member);
    assertThat(volume.policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(volume.journal().isAbsent()).isTrue();
    assertThat(relocation.lastWrite(member)).isEqualTo(1);
  }

  private void assertNeverUnderDelete(Timeline timeline, PlayedMember member) {
    String volume = relocation.volumeBefore(member).getMetadata().getName();
    long going =
        timeline.firstClaim(
            member.key().name(), claim -> claim.getMetadata().getDeletionTimestamp() != null);
    assertThat(timeline.moments())
        .filteredOn(moment -> moment.version() > going)
        .extracting(Timeline.Moment::object)
        .filteredOn(object -> object.getMetadata().getName().equals(volume))
        .isNotEmpty()
        .allSatisfy(
            object ->
                assertThat(Views.volume((PersistentVolume) object).policy())
                    .isEqualTo(ReclaimPolicy.RETAIN));
  }

  private @Nullable PersistentVolumeClaim claimNow(PlayedMember member) {
    return stage
        .admin()
        .persistentVolumeClaims()
        .inNamespace(stage.namespace())
        .withName(member.key().name())
        .get();
  }
}
