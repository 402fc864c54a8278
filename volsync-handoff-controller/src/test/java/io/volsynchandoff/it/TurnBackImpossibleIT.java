// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.read.Views;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A handoff that someone wants to end while its final sync runs. This release cannot turn back: it
 * stops where it stands and says so.
 */
class TurnBackImpossibleIT {
  private final Stage stage = Stage.open("no-turn-back", Schemas.Group.OURS);
  private final ShippedRbac rbac = RunningController.grant(stage);
  private final RunningController controller = RunningController.start(stage);
  private final Relocation relocation = new Relocation(stage);

  /** What the handoff has made of a member, without what the server and VolSync say of it. */
  private record Standing(
      PersistentVolume volume,
      PersistentVolumeClaim temporary,
      Object source,
      Object annotations) {}

  @AfterEach
  void close() {
    controller.close();
    stage.close();
    rbac.close();
  }

  @Test
  void stopsUntilTheRoleIsSecondaryAgain() {
    ImmutableList<Standing> before = syncing();

    relocation.group().becomePrimary();

    assertStopped(before);
    relocation.group().relocate();
    relocation.deleteClaims();
    relocation.group().awaitCondition(Conditions.RELINQUISHED);
  }

  @Test
  void outlastsTheDeletionOfTheGroup() {
    ImmutableList<Standing> before = syncing();

    relocation.group().delete();

    assertStopped(before);
    GenericKubernetesResource group = relocation.group().require();
    assertThat(group.getMetadata().getDeletionTimestamp()).isNotNull();
    assertThat(group.getMetadata().getFinalizers()).containsExactly(HandoffNames.GROUP_FINALIZER);
    assertThat(group.getMetadata().getAnnotations()).containsKey(HandoffNames.FREEZE);
  }

  private ImmutableList<Standing> syncing() {
    relocation.protect();
    relocation.relocateUntilSyncing();
    return standing();
  }

  /** The final syncs end, and still nothing is proven, cleaned up or undone. */
  private void assertStopped(ImmutableList<Standing> before) {
    relocation.group().awaitBlocked("TURN_BACK_IMPOSSIBLE");
    relocation
        .members()
        .forEach(
            member ->
                assertThat(relocation.group().condition(member, Conditions.BLOCKED, "reason"))
                    .isEqualTo("TURN_BACK_IMPOSSIBLE"));
    relocation.endFinalSyncs();
    Stage.await(() -> relocation.members().stream().allMatch(this::isSynced));
    Passes.assertFixedPoint(stage, relocation.group());
    assertThat(standing()).isEqualTo(before);
  }

  private boolean isSynced(PlayedMember member) {
    SourceView source = Views.source(source(member));
    return !source.isSyncing() && Objects.equals(source.manualTag(), source.lastManualSync());
  }

  private ImmutableList<Standing> standing() {
    return relocation.members().stream()
        .map(this::standing)
        .collect(ImmutableList.toImmutableList());
  }

  private Standing standing(PlayedMember member) {
    GenericKubernetesResource source = source(member);
    PersistentVolumeClaim temporary =
        stage
            .admin()
            .persistentVolumeClaims()
            .inNamespace(stage.namespace())
            .withName(HandoffNames.temporaryClaim(member.key()).name())
            .require();
    return new Standing(
        stage.admin().persistentVolumes().withName(temporary.getSpec().getVolumeName()).require(),
        temporary,
        Objects.requireNonNull(source.get("spec")),
        source.getMetadata().getAnnotations());
  }

  private GenericKubernetesResource source(PlayedMember member) {
    return stage
        .admin()
        .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
        .inNamespace(stage.namespace())
        .withName(member.key().name())
        .require();
  }
}
