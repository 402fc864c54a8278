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
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.cluster.SimulatedCluster;
import io.volsynchandoff.testkit.cluster.SimulatedController;
import io.volsynchandoff.testkit.cluster.SimulatedCrash;
import io.volsynchandoff.testkit.cluster.TraceEntry;
import io.volsynchandoff.testkit.invariant.Invariants;
import io.volsynchandoff.testkit.model.SimulatedApplication;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.model.VolSyncNames;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Objects;

/** One relocation on a simulated cluster, driven from protection to its end. */
final class Handoff {
  static final HandoffPlanner PLANNER = HandoffPlanner.with(HandoffPolicy.defaults());

  final SimulatedCluster cluster;
  final ClaimKey group;
  final ImmutableList<ClaimKey> members;
  private SimulatedController controller;

  Handoff(Scenario scenario, String... members) {
    this.cluster = scenario.cluster();
    this.group = scenario.groupKey();
    this.members =
        ImmutableList.copyOf(members).stream()
            .map(Scenario::claim)
            .collect(ImmutableList.toImmutableList());
    this.controller = newController();
  }

  private SimulatedController newController() {
    return new SimulatedController(PLANNER, cluster, group);
  }

  /** One member with a sync in flight. */
  static Handoff ofOne() {
    return new Handoff(Scenario.group("g").member("data-0").syncing().scenario(), "data-0");
  }

  /** Three members: one in mid-sync, one that was on Retain before, one that syncs directly. */
  static Handoff ofThree() {
    Scenario scenario =
        Scenario.group("g")
            .member("data-0")
            .syncing()
            .member("data-1")
            .policy(VolumeView.ReclaimPolicy.RETAIN)
            .member("data-2")
            .copyMethod("Direct")
            .scenario();
    return new Handoff(scenario, "data-0", "data-1", "data-2");
  }

  /** Runs to rest; a controller that crashes is replaced by a new one. */
  GroupDecision run() {
    while (true) {
      try {
        return controller.runToRest(Scenario.everyone());
      } catch (SimulatedCrash crash) {
        controller = newController();
      }
    }
  }

  Handoff askForRelocation() {
    cluster.take(User.setRole(group, Role.SECONDARY, RequestedAction.RELOCATE));
    return this;
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
