// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static io.volsynchandoff.testkit.cluster.Scenario.NODE;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.MemberAction.ArmSource;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.cluster.Decider;
import io.volsynchandoff.testkit.cluster.MemberScenario;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.model.Model;
import io.volsynchandoff.testkit.model.SimulatedApplication;
import io.volsynchandoff.testkit.model.SimulatedVolSync;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The attacks on the source side as whole stories over the models. Each gives the handoff at its
 * end, and the decision that it rests at.
 */
final class SourceAttacks {
  static final ClaimKey P = Scenario.claim("data-0");
  static final ClaimKey T = HandoffNames.temporaryClaim(P);

  record End(Handoff handoff, GroupDecision last) {}

  private SourceAttacks() {}

  static MemberScenario member() {
    return Scenario.group("g").member("data-0");
  }

  static Step edit(String what, UnaryOperator<SourceView.Builder> change) {
    return User.editSource(P, what, s -> change.apply(SourceView.builder().from(s)).build());
  }

  /** The manifest as it was before the handoff, applied again. */
  static Step manifest(SourceView source) {
    return edit(
        "applies the manifest",
        s ->
            s.sourceClaim(source.sourceClaim())
                .manualTag(source.manualTag())
                .schedule(source.schedule())
                .paused(source.paused())
                .copyMethod(source.copyMethod())
                .moverPodLabels(source.moverPodLabels()));
  }

  static SourceView sourceOf(Handoff handoff) {
    return Objects.requireNonNull(handoff.cluster.state().source(P));
  }

  static End endOf(Handoff handoff) {
    handoff.run();
    return new End(handoff, handoff.deleteClaims().run());
  }

  /** The stories after which the handoff comes to its end by itself. */
  static ImmutableMap<String, Function<Decider, End>> survived() {
    return ImmutableMap.<String, Function<Decider, End>>builder()
        .put("A1 old mover", SourceAttacks::a01_oldMover)
        .put("A2 late mover", SourceAttacks::a02_lateMover)
        .put("A3 wedged by a deleted claim", SourceAttacks::a03_wedgedByADeletedClaim)
        .put("A3 held by a copy trigger", SourceAttacks::a03_heldByACopyTrigger)
        .put("A3 started on a Lost claim", SourceAttacks::a03_startedOnALostClaim)
        .put("A4 synced long ago", SourceAttacks::a04_syncedLongAgo)
        .put("A4 never synced", SourceAttacks::a04_neverSynced)
        .put("A6 tag left over", SourceAttacks::a06_tagLeftOver)
        .put("A7 temporary claim deleted", SourceAttacks::a07_temporaryClaimDeleted)
        .put("A7 temporary claim terminating", SourceAttacks::a07_temporaryClaimTerminating)
        .put("A9 repointed after the proof", SourceAttacks::a09_repointedAfterTheProof)
        .put("A10 mounted in between", SourceAttacks::a10_mountedInBetween)
        .put("A11 unreachable node", SourceAttacks::a11_unreachableNode)
        .put(
            "A11 unreachable node, no attachments",
            SourceAttacks::a11_unreachableNodeThatNeverAttaches)
        .put(
            "A14 manifest applied again and again", SourceAttacks::a14_manifestAppliedAgainAndAgain)
        .buildOrThrow();
  }

  /** A1: the pod of a replaced Job lives on, on a node that is cut off, and delivers at last. */
  static End a01_oldMover(Decider planner) {
    Handoff handoff = Handoff.of(member().syncing(), planner);
    handoff.steps("makes its Job", "makes a pod", "may mount", "starts pod");
    String old = "src-data-0-1";
    Model held = Scenario.everyone().holding(old);
    handoff.take(edit("changes its mover", s -> s.moverPodLabels(ImmutableMap.of("a", "b"))));
    handoff.run(held);
    handoff.write().askForRelocation().stopApplications().run(held);
    handoff.run(held);
    handoff.steps(old + " delivers");
    return endOf(handoff);
  }

  /** A2: on a stale view VolSync makes a Job after the fence, with the copy of then. */
  static End a02_lateMover(Decider planner) {
    Handoff handoff = Handoff.of(member().syncing(), planner);
    ClusterState inFlight = handoff.cluster.state();
    Step late = new SimulatedVolSync().steps(inFlight).get(0);
    Model held = Scenario.everyone().holding("volsync: shop/data-0 cleans up and starts");
    handoff.run(held);
    handoff.write().askForRelocation().stopApplications().run(held);
    handoff.take(late);
    handoff.steps("makes a pod");
    return endOf(handoff);
  }

  /** A3: P is deleted before the copy of a running sync is cut. */
  static End a03_wedgedByADeletedClaim(Decider planner) {
    Handoff handoff = Handoff.of(member(), planner);
    handoff.run();
    handoff.cluster.advance(Duration.ofMinutes(2));
    handoff.steps("starts a sync").take(User.delete(Kinds.CLAIMS, P));
    handoff.write().askForRelocation().stopApplications();
    return endOf(handoff);
  }

  /** A3: a copy trigger that nobody sets holds the copy. */
  static End a03_heldByACopyTrigger(Decider planner) {
    UnaryOperator<ClaimView> triggered =
        claim ->
            ClaimView.builder()
                .from(claim)
                .meta(
                    Meta.builder()
                        .from(claim.meta())
                        .putAnnotations(HandoffNames.COPY_TRIGGER, "x")
                        .build())
                .build();
    Handoff handoff = Handoff.of(member().claim(triggered), planner);
    handoff.cluster.advance(Duration.ofMinutes(2));
    handoff.protectAndStop();
    return endOf(handoff);
  }

  /** A3: GitOps restores the source after the redirect, and its schedule starts on a Lost P. */
  static End a03_startedOnALostClaim(Decider planner) {
    Handoff handoff = Handoff.of(member(), planner);
    handoff.run();
    SourceView source = sourceOf(handoff);
    Model held = Scenario.everyone().holding("is Bound to shop/data-0-handoff");
    handoff.write().askForRelocation().stopApplications().run(held);
    handoff.take(manifest(source));
    handoff.cluster.advance(Duration.ofMinutes(6));
    handoff.steps("starts a sync");
    return endOf(handoff);
  }

  /** A4: the last sync is 14 months old, so that any yearly date would fire. */
  static End a04_syncedLongAgo(Decider planner) {
    Instant longAgo = Scenario.START.minus(Duration.ofDays(420));
    Handoff handoff = Handoff.of(member().lastSyncTime(longAgo), planner);
    Model held = Scenario.everyone().holding("volsync");
    handoff.run(held);
    handoff.write().askForRelocation().stopApplications().run(held);
    return endOf(handoff);
  }

  /** A4: it never synced at all. */
  static End a04_neverSynced(Decider planner) {
    Handoff handoff = Handoff.of(member().lastSyncTime(null), planner);
    Model held = Scenario.everyone().holding("volsync");
    handoff.run(held);
    handoff.write().askForRelocation().stopApplications().run(held);
    return endOf(handoff);
  }

  /** A6: the tag that is due was used on this source before. */
  static End a06_tagLeftOver(Decider planner) {
    Handoff probe = Handoff.of(member(), Handoff.PLANNER);
    probe.protectAndStop().run();
    String tag =
        probe.writes().stream()
            .filter(ArmSource.class::isInstance)
            .map(ArmSource.class::cast)
            .map(ArmSource::tag)
            .findFirst()
            .orElseThrow();
    Handoff handoff =
        Handoff.of(
            member().source(s -> SourceView.builder().from(s).lastManualSync(tag).build()),
            planner);
    handoff.protectAndStop();
    return endOf(handoff);
  }

  /** A7: T is deleted after it was bound; V keeps its dead uid. */
  static End a07_temporaryClaimDeleted(Decider planner) {
    Handoff handoff = Handoff.of(member(), planner);
    Model held = Scenario.everyone().holding("volsync");
    handoff.run(held);
    handoff.write().askForRelocation().stopApplications().run(held);
    handoff.take(User.delete(Kinds.CLAIMS, T));
    return endOf(handoff);
  }

  /** A7: T is deleted while its mover holds it. */
  static End a07_temporaryClaimTerminating(Decider planner) {
    Handoff handoff = Handoff.of(member(), planner);
    Model held = Scenario.everyone().holding(" delivers ");
    handoff.run(held);
    handoff.write().askForRelocation().stopApplications().run(held);
    handoff.take(User.delete(Kinds.CLAIMS, T)).run(held);
    return endOf(handoff);
  }

  /** A8: a Pending claim of another class bears T's name before the redirect. */
  static End a08_nameTaken(Decider planner) {
    Handoff handoff = Handoff.of(member(), planner);
    handoff.run();
    ClaimView p = Objects.requireNonNull(handoff.cluster.state().claim(P));
    Meta meta = Meta.builder().namespace(T.namespace()).name(T.name()).uid("").build();
    ClaimView stranger = ClaimView.builder().from(p).meta(meta).storageClass("slow").build();
    handoff.take(User.createAgain(stranger)).write().askForRelocation().stopApplications();
    return endOf(handoff);
  }

  /** A9: between proof and deletion the source is pointed at an empty new P. */
  static End a09_repointedAfterTheProof(Decider planner) {
    Handoff handoff = Handoff.of(member(), planner);
    handoff.run();
    SourceView source = sourceOf(handoff);
    handoff.write().askForRelocation().stopApplications();
    handoff.passUntil(() -> handoff.isProven(P));
    handoff.take(manifest(source));
    return endOf(handoff);
  }

  /**
   * A10: a pod that passed the kubelet's check before the redirect mounts after it, and the cache
   * of pods and attachments does not show it.
   */
  static End a10_mountedInBetween(Decider planner) {
    Handoff handoff = Handoff.of(member(), planner);
    handoff.protectAndStop();
    handoff.cluster.settle(Scenario.everyone());
    handoff.pass(handoff.cluster.state());
    ClusterState before = handoff.cluster.state();
    handoff.take(start()).steps("attaches", "data-0-app-2 may mount");
    for (int pass = 0; pass < 12; pass++) {
      ClusterState now = handoff.cluster.state();
      handoff.pass(now.withAllOf(Kinds.PODS, before).withAllOf(Kinds.ATTACHMENTS, before));
      handoff.cluster.settle(Scenario.everyone());
      handoff.write();
    }
    handoff.stopApplications();
    return endOf(handoff);
  }

  private static Step start() {
    return new Step("application: starts", state -> SimulatedApplication.start(state, P, NODE));
  }

  private static Step forceDelete() {
    return new Step(
        "application: is force-deleted", state -> SimulatedApplication.forceDelete(state, P));
  }

  /** A11: the pod is force-deleted and its node cut off: it writes on. */
  static End a11_unreachableNode(Decider planner) {
    return unreachable(Handoff.of(member(), planner));
  }

  /** A11: the same where the driver leaves no VolumeAttachment as evidence. */
  static End a11_unreachableNodeThatNeverAttaches(Decider planner) {
    return unreachable(Handoff.ofOneThatNeverAttaches(planner));
  }

  private static End unreachable(Handoff handoff) {
    handoff.run();
    handoff.write().askForRelocation().run();
    handoff.take(User.loseNode(NODE)).take(forceDelete()).run();
    handoff.write().run();
    handoff.write().take(User.recoverNode(NODE));
    return endOf(handoff);
  }

  /** A14: GitOps applies the source's manifest once, in every phase in turn. */
  static End a14_manifestAppliedOnce(Decider planner, int afterWrites) {
    Handoff handoff = Handoff.of(member().syncing(), planner);
    handoff.run();
    SourceView source = sourceOf(handoff);
    handoff.write().askForRelocation().stopApplications();
    handoff.passUntilWrites(afterWrites);
    handoff.take(manifest(source));
    handoff.cluster.advance(Duration.ofMinutes(6));
    return endOf(handoff);
  }

  /** A14: GitOps applies it again before every pass of ours, and stops at last. */
  static End a14_manifestAppliedAgainAndAgain(Decider planner) {
    Handoff handoff = Handoff.of(member().syncing(), planner);
    handoff.run();
    SourceView source = sourceOf(handoff);
    handoff.write().askForRelocation().stopApplications();
    for (int pass = 0; pass < 60; pass++) {
      handoff.take(manifest(source));
      handoff.cluster.settle(Scenario.everyone());
      handoff.pass(handoff.cluster.state());
      handoff.cluster.advance(Duration.ofMinutes(1));
    }
    return endOf(handoff);
  }
}
