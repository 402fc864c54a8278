// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.read.Views;
import io.volsynchandoff.testkit.state.ClusterState;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A group of three volumes, of the reclaim policies Delete, Delete and Retain, with an application
 * on each and a source on a schedule, and how its owner takes it through a relocation.
 */
final class Relocation {
  /** So seldom that it hardly ever becomes due by itself while a test runs. */
  static final String SCHEDULE = "0 0 * * *";

  private static final Duration PERIOD = Duration.ofDays(1);
  private static final String MOVERS = "mover: ";

  /** The first sync is that of a new source, the second is due by the schedule. */
  private static final int FINAL_SYNC = 3;

  private final Stage stage;
  private final ImmutableList<PlayedMember> members;
  private final ImmutableMap<PlayedMember, PersistentVolume> volumes;
  private @Nullable Group group;

  Relocation(Stage stage) {
    this.stage = stage;
    this.members =
        ImmutableList.of(
            stage.member("data", ReclaimPolicy.DELETE),
            stage.member("logs", ReclaimPolicy.DELETE),
            stage.member("media", ReclaimPolicy.RETAIN));
    members.forEach(member -> stage.createSource(member, SCHEDULE));
    stage.awaitState(state -> members.stream().allMatch(member -> member.isAtRest(state)));
    this.volumes = Maps.toMap(members, stage::volume);
  }

  ImmutableList<PlayedMember> members() {
    return members;
  }

  /** The member's volume as it was at the start. */
  PersistentVolume volumeBefore(PlayedMember member) {
    return Objects.requireNonNull(volumes.get(member));
  }

  /** The member's volume, whatever it is bound to by now. */
  VolumeView volumeNow(PlayedMember member) {
    return Views.volume(stage.admin().resource(volumeBefore(member)).require());
  }

  /** The number of the last write on the member's volume. */
  long lastWrite(PlayedMember member) {
    ClusterState state = stage.cluster().state();
    return PlayedMember.lastWrite(
        state, state.volume(volumeBefore(member).getMetadata().getName()));
  }

  Group group() {
    if (group == null) {
      throw new IllegalStateException("not protected yet");
    }
    return group;
  }

  /** Makes the group, and waits until it is protected. */
  Group protect() {
    group = Group.create(stage, "group");
    group.awaitCondition(Conditions.PROTECTED);
    return group;
  }

  void write() {
    members.forEach(member -> stage.cluster().act(member.write()));
  }

  /** The schedule becomes due: every source has copied its claim, and its mover sends. */
  void beginScheduledSyncs() {
    stage.cluster().hold(MOVERS);
    stage.passTime(PERIOD);
    stage.awaitState(state -> members.stream().allMatch(member -> isSending(state, member)));
  }

  private static boolean isSending(ClusterState state, PlayedMember member) {
    return state.truth().mounts().entrySet().stream()
        .anyMatch(
            mount ->
                mount.getValue().isMoverRunning()
                    && mount.getKey().pod().name().contains("-src-" + member.key().name() + "-"));
  }

  /** Lets the scheduled syncs end; the final ones, when they come, do not. */
  void endScheduledSyncs() {
    members.forEach(member -> stage.cluster().hold(finalMover(member)));
    stage.cluster().release(MOVERS);
  }

  void endFinalSyncs() {
    members.forEach(member -> stage.cluster().release(finalMover(member)));
  }

  private static String finalMover(PlayedMember member) {
    return MOVERS
        + "pod "
        + member.key().namespace()
        + "/volsync-rsync-tls-src-"
        + member.key().name()
        + "-"
        + FINAL_SYNC
        + " ";
  }

  void stopApplication() {
    members.forEach(member -> stage.cluster().act(member.stop()));
  }

  void deleteClaims() {
    members.forEach(member -> stage.cluster().act(member.deleteClaim()));
  }

  void awaitPhase(Phase phase) {
    members.forEach(member -> group().awaitPhase(member, phase));
  }

  /** Waits until every member waits for that first. */
  void awaitBlocked(String reason) {
    Stage.await(
        () ->
            members.stream()
                .allMatch(
                    member ->
                        reason.equals(group().condition(member, Conditions.BLOCKED, "reason"))));
  }

  /** From the request to a final sync that runs until {@link #endFinalSyncs}. */
  void relocateUntilSyncing() {
    beginScheduledSyncs();
    group().relocate();
    group().awaitBlocked("CLAIM_IN_USE");
    stopApplication();
    awaitBlocked("SOURCE_BUSY");
    endScheduledSyncs();
    awaitPhase(Phase.SYNCING);
  }

  /** From the request to the end, with everyone doing what he should. */
  void relocate() {
    relocateUntilSyncing();
    deleteClaims();
    endFinalSyncs();
    group().awaitCondition(Conditions.RELINQUISHED);
  }
}
