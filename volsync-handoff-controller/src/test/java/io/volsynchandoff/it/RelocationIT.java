// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.read.Views;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A whole relocation on a real API server, looked at in every step. */
class RelocationIT {
  private final Stage stage = Stage.open("relocation", Schemas.Group.OURS);
  private final ShippedRbac rbac = RunningController.grant(stage);
  private final RunningController controller = RunningController.start(stage);
  private final Relocation relocation = new Relocation(stage);

  /** The temporary claims' uids, by claim. */
  private final Map<PlayedMember, String> temporaryUids = new HashMap<>();

  @AfterEach
  void close() {
    controller.close();
    stage.close();
    rbac.close();
  }

  @Test
  void losesNoWriteAndLeavesNothingBehind() {
    try (Timeline timeline = Timeline.start(stage.admin(), stage.namespace())) {
      relocation.protect();
      relocation.members().forEach(this::assertProtected);
      relocation.write();
      relocation.beginScheduledSyncs();
      relocation.write();

      relocation.group().relocate();
      relocation.group().awaitBlocked("CLAIM_IN_USE");
      relocation.members().forEach(this::assertNothingDoneButTheFreeze);
      relocation.write();

      relocation.stopApplication();
      relocation.awaitBlocked("SOURCE_BUSY");
      relocation.members().forEach(this::assertParkedOnly);

      relocation.endScheduledSyncs();
      relocation.awaitPhase(Phase.SYNCING);
      relocation.members().forEach(this::assertArmed);

      relocation.deleteClaims();
      Stage.await(() -> relocation.members().stream().allMatch(this::isClaimGone));
      relocation.members().forEach(this::assertNotProven);

      relocation.endFinalSyncs();
      relocation.group().awaitCondition(Conditions.RELINQUISHED);
      relocation.members().forEach(this::assertRelinquished);
      assertNothingElseOfOurs();
      relocation.members().forEach(member -> assertOrder(timeline, member));
    }
    Passes.assertFixedPoint(stage, relocation.group());
  }

  private void assertProtected(PlayedMember member) {
    VolumeView volume = relocation.volumeNow(member);
    assertThat(volume.policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(volume.journal().orNull()).isNotNull();
    assertThat(claimNow(member).getMetadata().getFinalizers())
        .contains(HandoffNames.CLAIM_FINALIZER);
    assertThat(relocation.group().require().getMetadata().getFinalizers())
        .contains(HandoffNames.GROUP_FINALIZER);
  }

  /** Pods run: neither the sources nor the volumes were touched. */
  private void assertNothingDoneButTheFreeze(PlayedMember member) {
    assertThat(relocation.group().require().getMetadata().getAnnotations())
        .containsKey(HandoffNames.FREEZE);
    SourceView source = sourceNow(member);
    assertThat(source.schedule()).isEqualTo(Relocation.SCHEDULE);
    assertThat(source.sourceClaim()).isEqualTo(member.key().name());
    assertThat(source.journal().isAbsent()).isTrue();
    assertThat(Objects.requireNonNull(relocation.volumeNow(member).claimRef()).names(member.key()))
        .isTrue();
  }

  /** A sync is in flight: the source is parked, and neither redirected nor tagged. */
  private void assertParkedOnly(PlayedMember member) {
    SourceView source = sourceNow(member);
    assertThat(source.isSyncing()).isTrue();
    assertThat(source.schedule()).isNotEqualTo(Relocation.SCHEDULE);
    assertThat(source.manualTag()).isNull();
    assertThat(source.sourceClaim()).isEqualTo(member.key().name());
    assertThat(Objects.requireNonNull(relocation.volumeNow(member).claimRef()).names(member.key()))
        .isTrue();
  }

  private void assertArmed(PlayedMember member) {
    PersistentVolumeClaim temporary = temporaryNow(member);
    temporaryUids.put(member, temporary.getMetadata().getUid());
    assertThat(temporary.getStatus().getPhase()).isEqualTo("Bound");
    assertThat(Objects.requireNonNull(relocation.volumeNow(member).claimRef()).uid())
        .isEqualTo(temporary.getMetadata().getUid());
    assertThat(claimNow(member).getMetadata().getFinalizers())
        .doesNotContain(HandoffNames.CLAIM_FINALIZER);
    SourceView source = sourceNow(member);
    assertThat(source.manualTag()).isNotNull();
    assertThat(source.schedule()).isNull();
    assertThat(source.copyMethod()).isEqualTo("Direct");
    assertThat(source.sourceClaim()).isEqualTo(temporary.getMetadata().getName());
    assertThat(source.isSyncing()).isTrue();
  }

  /** The claim is gone while the final sync runs: the volume is held by the temporary claim. */
  private void assertNotProven(PlayedMember member) {
    VolumeView volume = relocation.volumeNow(member);
    assertThat(volume.phase()).isEqualTo(VolumeView.Phase.BOUND);
    assertThat(volume.journal().matches(RelocationIT::isUnproven)).isTrue();
    assertThat(sourceNow(member).isSyncing()).isTrue();
  }

  private static boolean isUnproven(VolumeJournal journal) {
    return journal.handoff() != null && journal.handoff().proof() == null;
  }

  private void assertRelinquished(PlayedMember member) {
    VolumeView volume = relocation.volumeNow(member);
    assertThat(volume.phase()).isEqualTo(VolumeView.Phase.RELEASED);
    assertThat(volume.policy()).isEqualTo(ReclaimPolicy.RETAIN);
    assertThat(Objects.requireNonNull(volume.claimRef()).uid())
        .isEqualTo(temporaryUids.get(member));
    assertThat(Objects.requireNonNull(volume.journal().orNull()).originalPolicy())
        .isEqualTo(
            member.key().name().equals("media") ? ReclaimPolicy.RETAIN : ReclaimPolicy.DELETE);
    long lastWrite = relocation.lastWrite(member);
    assertThat(lastWrite).isEqualTo(4);
    assertThat(member.carried(stage.cluster().state())).isEqualTo(lastWrite);
  }

  private void assertNothingElseOfOurs() {
    assertThat(
            stage.admin().persistentVolumeClaims().inNamespace(stage.namespace()).list().getItems())
        .isEmpty();
    assertThat(
            stage
                .admin()
                .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
                .inNamespace(stage.namespace())
                .list()
                .getItems())
        .isEmpty();
    Stage.await(
        () -> stage.admin().pods().inNamespace(stage.namespace()).list().getItems().isEmpty());
    GenericKubernetesResource group = relocation.group().require();
    assertThat(group.getMetadata().getFinalizers()).containsExactly(HandoffNames.GROUP_FINALIZER);
    assertThat(group.getMetadata().getAnnotations()).containsOnlyKeys(HandoffNames.FREEZE);
    for (PlayedMember member : relocation.members()) {
      PersistentVolume now = stage.admin().resource(relocation.volumeBefore(member)).require();
      assertThat(now.getMetadata().getAnnotations().keySet())
          .filteredOn(key -> key.startsWith(HandoffNames.DOMAIN))
          .containsExactly(HandoffNames.JOURNAL);
      assertThat(now.getMetadata().getFinalizers())
          .noneMatch(finalizer -> finalizer.startsWith(HandoffNames.DOMAIN));
    }
  }

  /** What came before what, on the server. */
  private void assertOrder(Timeline timeline, PlayedMember member) {
    String name = member.key().name();
    String volume = relocation.volumeBefore(member).getMetadata().getName();
    ClaimKey temporary = HandoffNames.temporaryClaim(member.key());
    String temporaryUid = Objects.requireNonNull(temporaryUids.get(member));

    long podGone = timeline.goneLast(pod -> pod.getMetadata().getName().startsWith(name + "-app-"));
    long retained =
        timeline.firstVolume(
            volume,
            it -> {
              VolumeView view = Views.volume(it);
              return view.policy() == ReclaimPolicy.RETAIN && view.journal().orNull() != null;
            });
    long parked = timeline.firstSource(name, it -> Views.source(it).journal().orNull() != null);
    long redirected =
        timeline.firstVolume(
            volume, it -> Objects.requireNonNull(Views.volume(it).claimRef()).names(temporary));
    long bound =
        timeline.firstVolume(
            volume,
            it -> temporaryUid.equals(Objects.requireNonNull(Views.volume(it).claimRef()).uid()));
    long temporaryBound =
        timeline.firstClaim(temporary.name(), it -> "Bound".equals(it.getStatus().getPhase()));
    long tagged = timeline.firstSource(name, it -> Views.source(it).manualTag() != null);
    long scheduledSyncEnded =
        timeline.firstSource(
            name,
            it -> Views.source(it).journal().orNull() != null && !Views.source(it).isSyncing());
    long claimGone = timeline.gone(PersistentVolumeClaim.class, name);
    long finalSyncEnded =
        timeline.firstSource(name, it -> Views.source(it).lastManualSync() != null);
    long proven =
        timeline.firstVolume(
            volume,
            it ->
                Views.volume(it)
                    .journal()
                    .matches(journal -> journal.handoff() != null && !isUnproven(journal)));
    long sourceGone = timeline.gone(GenericKubernetesResource.class, name);
    long temporaryGone = timeline.gone(PersistentVolumeClaim.class, temporary.name());

    assertThat(new long[] {podGone, parked, redirected, bound, tagged})
        .as("%s: pod gone, parked, redirected, bound, tagged", name)
        .isSorted();
    assertThat(new long[] {retained, redirected}).as("%s: retained", name).isSorted();
    assertThat(new long[] {scheduledSyncEnded, redirected}).as("%s: still", name).isSorted();
    assertThat(new long[] {temporaryBound, tagged}).as("%s: T bound", name).isSorted();
    assertThat(new long[] {tagged, claimGone, finalSyncEnded, proven, sourceGone, temporaryGone})
        .as("%s: tagged, P gone, sync ended, proven, RS gone, T gone", name)
        .isSorted();
  }

  private boolean isClaimGone(PlayedMember member) {
    return claims().withName(member.key().name()).get() == null;
  }

  private NonNamespaceOperation<PersistentVolumeClaim, ?, Resource<PersistentVolumeClaim>>
      claims() {
    return stage.admin().persistentVolumeClaims().inNamespace(stage.namespace());
  }

  private PersistentVolumeClaim claimNow(PlayedMember member) {
    return claims().withName(member.key().name()).require();
  }

  private PersistentVolumeClaim temporaryNow(PlayedMember member) {
    return claims().withName(HandoffNames.temporaryClaim(member.key()).name()).require();
  }

  private SourceView sourceNow(PlayedMember member) {
    return Views.source(
        stage
            .admin()
            .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
            .inNamespace(stage.namespace())
            .withName(member.key().name())
            .require());
  }
}
