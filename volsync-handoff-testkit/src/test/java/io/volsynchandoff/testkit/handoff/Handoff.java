// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.cluster.Decider;
import io.volsynchandoff.testkit.cluster.MemberScenario;
import io.volsynchandoff.testkit.cluster.Pass;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.cluster.SimulatedCluster;
import io.volsynchandoff.testkit.cluster.SimulatedController;
import io.volsynchandoff.testkit.cluster.SimulatedCrash;
import io.volsynchandoff.testkit.cluster.TraceEntry;
import io.volsynchandoff.testkit.invariant.Invariants;
import io.volsynchandoff.testkit.model.Model;
import io.volsynchandoff.testkit.model.SimulatedApplication;
import io.volsynchandoff.testkit.model.SimulatedMovers;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.model.VolSyncNames;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One relocation on a simulated cluster, driven from protection to its end. */
final class Handoff {
  private static final HandoffPolicy POLICY = HandoffPolicy.defaults();
  static final Decider PLANNER = HandoffPlanner.with(POLICY)::decide;
  private static final Model EVERYONE = Model.all(Scenario.everyone(), SimulatedMovers.failures());

  final SimulatedCluster cluster;
  final ClaimKey group;
  final ImmutableList<ClaimKey> members;
  private final Decider planner;
  private SimulatedController controller;

  private Handoff(Scenario scenario, Decider planner, String... members) {
    this.cluster = scenario.cluster();
    this.group = scenario.groupKey();
    this.planner = planner;
    this.members =
        ImmutableList.copyOf(members).stream()
            .map(Scenario::claim)
            .collect(ImmutableList.toImmutableList());
    this.controller = newController();
  }

  private SimulatedController newController() {
    return new SimulatedController(planner, POLICY, cluster, group, () -> {});
  }

  /** One member with a sync in flight. */
  static Handoff ofOne() {
    return of(Scenario.group("g").member("data-0").syncing(), PLANNER);
  }

  static Handoff of(MemberScenario member, Decider planner) {
    return of(member.scenario(), planner, "data-0");
  }

  static Handoff of(Scenario scenario, Decider planner, String... members) {
    return new Handoff(scenario, planner, members);
  }

  /** One member whose driver knows no VolumeAttachments. */
  static Handoff ofOneThatNeverAttaches(Decider planner) {
    return of(Scenario.group("g").withoutAttachments().member("data-0").syncing(), planner);
  }

  static Handoff ofThree() {
    return ofThree(PLANNER);
  }

  /** Three members: one in mid-sync, one that was on Retain before, one that syncs directly. */
  static Handoff ofThree(Decider planner) {
    Scenario scenario =
        Scenario.group("g")
            .member("data-0")
            .syncing()
            .member("data-1")
            .policy(VolumeView.ReclaimPolicy.RETAIN)
            .member("data-2")
            .copyMethod("Direct")
            .scenario();
    return new Handoff(scenario, planner, "data-0", "data-1", "data-2");
  }

  /** Runs to rest with everyone else. */
  GroupDecision run() {
    return run(Scenario.everyone());
  }

  /** Runs to rest; a controller that crashes is replaced by a new one. */
  GroupDecision run(Model others) {
    while (true) {
      try {
        return controller.runToRest(others);
      } catch (SimulatedCrash crash) {
        controller = newController();
      }
    }
  }

  /** One pass of the controller on a view. */
  Pass pass(ClusterState view) {
    return Objects.requireNonNull(controller.pass(view));
  }

  /** Takes, one after the other, the first step on offer whose name holds the text. */
  Handoff steps(String... texts) {
    for (String text : texts) {
      Step step =
          EVERYONE.steps(cluster.state()).stream()
              .filter(offered -> offered.name().contains(text))
              .findFirst()
              .orElseThrow(() -> new AssertionError("nobody offers: " + text));
      cluster.take(step);
    }
    return this;
  }

  Handoff take(Step step) {
    cluster.take(step);
    return this;
  }

  GroupObject groupObject() {
    return Objects.requireNonNull(cluster.state().get(Kinds.GROUPS, group));
  }

  Handoff editGroup(String what, UnaryOperator<GroupObject.Builder> change) {
    return take(
        User.editGroup(
            group, what, seen -> change.apply(GroupObject.builder().from(seen)).build()));
  }

  Handoff ask(Role role, @Nullable RequestedAction action) {
    return take(User.setRole(group, role, action));
  }

  /** Passes of the controller and steps of everyone in turn, until it is reached. */
  Handoff passUntil(BooleanSupplier reached) {
    for (int pass = 0; pass < 40 && !reached.getAsBoolean(); pass++) {
      cluster.settle(Scenario.everyone());
      pass(cluster.state());
    }
    assertThat(reached.getAsBoolean()).as("reached").isTrue();
    return this;
  }

  /** Passes until as many more writes of ours were taken. */
  Handoff passUntilWrites(int more) {
    int wanted = writes().size() + more;
    return passUntil(() -> writes().size() >= wanted);
  }

  /** Time passes in pieces, and everyone acts in between. */
  Handoff pass(Duration time, int pieces) {
    for (int piece = 0; piece < pieces; piece++) {
      cluster.advance(time.dividedBy(pieces));
      run();
    }
    return this;
  }

  /** Protected, frozen, and the application stopped: what comes next is the way to T. */
  Handoff protectAndStop() {
    run();
    return write().askForRelocation().stopApplications();
  }

  Handoff askForRelocation() {
    return ask(Role.SECONDARY, RequestedAction.RELOCATE);
  }

  Handoff write() {
    return onMembers("writes", SimulatedApplication::write);
  }

  Handoff stopApplications() {
    return onMembers("stops", SimulatedApplication::stop);
  }

  private Handoff onMembers(String what, MemberStep step) {
    for (ClaimKey member : members) {
      cluster.take(new Step("application: " + what, state -> step.apply(state, member)));
    }
    return this;
  }

  private interface MemberStep {
    ClusterState apply(ClusterState state, ClaimKey member);
  }

  Handoff deleteClaims() {
    members.forEach(member -> cluster.take(User.delete(Kinds.CLAIMS, member)));
    return this;
  }

  /** The whole way: protect, write, freeze while it runs, stop, sync, delete the claims. */
  GroupDecision relocate() {
    run();
    write().askForRelocation();
    run();
    write().stopApplications();
    run();
    deleteClaims();
    return run();
  }

  boolean isProven(ClaimKey member) {
    return volume(member)
        .journal()
        .matches(journal -> journal.handoff() != null && journal.handoff().proof() != null);
  }

  VolumeView volume(ClaimKey member) {
    return Objects.requireNonNull(cluster.state().volume("pv-" + member.name()));
  }

  Content content(ClaimKey member) {
    return Objects.requireNonNull(cluster.state().truth().contents().get(volume(member).handle()));
  }

  Content replica(ClaimKey member) {
    return Objects.requireNonNull(
        cluster.state().truth().replicas().get(VolSyncNames.replica(member)));
  }

  ImmutableList<Action> writes() {
    return cluster.trace().stream()
        .filter(TraceEntry::isAppliedWrite)
        .map(TraceEntry::action)
        .filter(Objects::nonNull)
        .collect(ImmutableList.toImmutableList());
  }

  long writesOfGroup() {
    return writes().stream().filter(GroupAction.class::isInstance).count();
  }

  Handoff assertNoRuleIsBroken() {
    assertThat(Invariants.checkAll(cluster.trace())).isEmpty();
    return this;
  }

  /** The end that the design promises for a relocation (§5.3 step 11). */
  Handoff assertRelinquished(GroupDecision last) {
    assertThat(last.phase()).as(last.toString()).isEqualTo(Phase.RELINQUISHED);
    assertThat(cluster.state().all(Kinds.SOURCES)).isEmpty();
    assertThat(cluster.state().all(Kinds.JOBS)).isEmpty();
    assertThat(cluster.state().all(Kinds.PODS)).isEmpty();
    assertThat(cluster.state().all(Kinds.ATTACHMENTS)).isEmpty();
    for (ClaimKey member : members) {
      ClaimKey temporary = HandoffNames.temporaryClaim(member);
      VolumeView volume = volume(member);
      assertThat(cluster.state().claim(temporary)).isNull();
      assertThat(volume.phase()).isEqualTo(VolumeView.Phase.RELEASED);
      assertThat(volume.policy()).isEqualTo(VolumeView.ReclaimPolicy.RETAIN);
      ClaimRef ref = Objects.requireNonNull(volume.claimRef());
      assertThat(ref.names(temporary)).isTrue();
      assertThat(replica(member)).isEqualTo(content(member));
    }
    return assertNoRuleIsBroken();
  }
}
