// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.played.PlayedMember;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same relocation where the server drops from the status what Ramen's schema has not. */
class RamenSchemaIT {
  private final Stage stage = Stage.open("ramen", Schemas.Group.RAMENS);
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
  void relocatesWithEveryFactInConditions() {
    relocation.protect();
    relocation.members().forEach(this::assertProtected);
    Passes.assertFixedPoint(stage, relocation.group());

    relocation.relocateUntilSyncing();
    relocation.members().forEach(this::assertSyncing);
    relocation.deleteClaims();
    relocation.endFinalSyncs();
    relocation.group().awaitCondition(Conditions.RELINQUISHED);

    relocation.members().forEach(this::assertRelinquished);
    assertPruned();
    Passes.assertFixedPoint(stage, relocation.group());
    assertNoStatusWrittenTwice();
  }

  private void assertProtected(PlayedMember member) {
    assertThat(condition(member, Conditions.PROTECTED, "status")).isEqualTo("True");
    assertThat(condition(member, Conditions.PROTECTED, "reason")).isEqualTo(Phase.PROTECTED.text());
    assertThat(condition(member, Conditions.BLOCKED, "status")).isEqualTo("False");
    assertThat(relocation.volumeNow(member).policy()).isEqualTo(ReclaimPolicy.RETAIN);
  }

  private void assertSyncing(PlayedMember member) {
    assertThat(condition(member, Conditions.SYNCING, "status")).isEqualTo("True");
    assertThat(condition(member, Conditions.PROVEN, "status")).isEqualTo("False");
  }

  private void assertRelinquished(PlayedMember member) {
    assertThat(condition(member, Conditions.RELINQUISHED, "status")).isEqualTo("True");
    assertThat(condition(member, Conditions.PROVEN, "status")).isEqualTo("True");
    // Ramen's schema has no field for the proof: the condition tells it.
    assertThat(condition(member, Conditions.PROVEN, "message")).contains("handoff-");
    assertThat(condition(member, Conditions.BLOCKED, "status")).isEqualTo("False");

    VolumeView volume = relocation.volumeNow(member);
    assertThat(volume.phase()).isEqualTo(VolumeView.Phase.RELEASED);
    assertThat(volume.policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(
            Objects.requireNonNull(volume.claimRef())
                .names(HandoffNames.temporaryClaim(member.key())))
        .isTrue();
    assertThat(member.carried(stage.cluster().state())).isEqualTo(relocation.lastWrite(member));
  }

  /** Else the test would have run against another schema than it says. */
  private void assertPruned() {
    Map<String, Object> status = Objects.requireNonNull(relocation.group().require().get("status"));
    assertThat(status).containsOnlyKeys("observedGeneration", "conditions", "protectedPVCs");
    List<Map<String, Object>> members =
        Objects.requireNonNull(relocation.group().require().get("status", "protectedPVCs"));
    assertThat(members)
        .hasSameSizeAs(relocation.members())
        .allSatisfy(
            member -> assertThat(member).containsOnlyKeys("namespace", "name", "conditions"));
  }

  private void assertNoStatusWrittenTwice() {
    assertThat(stage.plane().auditLog(controller.user()))
        .filteredOn(record -> record.resource().equals(Vrg.RESOURCE.getPlural()))
        .filteredOn(AuditRecord::write)
        .isNotEmpty()
        .noneMatch(AuditRecord::changedNothing);
  }

  private String condition(PlayedMember member, String type, String field) {
    return String.valueOf(relocation.group().condition(member, type, field));
  }
}
