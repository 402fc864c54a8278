// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.testkit.model.Model;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import org.jspecify.annotations.Nullable;

/**
 * A controller that runs the planner on a simulated cluster, pass by pass, as the real one does:
 * decide, read what is needed live, rehearse, decide again, apply, publish. What it remembers dies
 * with it.
 */
public final class SimulatedController {
  private static final int MOST_ROUNDS = 10;
  private static final int MOST_PASSES = 200;

  private final Decider planner;
  private final SimulatedCluster cluster;
  private final ClaimKey group;
  private final Runnable interruption;
  private final Rehearsals rehearsals;

  public SimulatedController(HandoffPlanner planner, SimulatedCluster cluster, ClaimKey group) {
    this(planner::decide, planner.policy(), cluster, group, () -> {});
  }

  /**
   * A controller that is interrupted before every live read and every write.
   *
   * @param planner the planner, or one that decorates it
   * @param policy the policy that it was made with
   * @param interruption lets others act on the cluster
   */
  public SimulatedController(
      Decider planner,
      HandoffPolicy policy,
      SimulatedCluster cluster,
      ClaimKey group,
      Runnable interruption) {
    this.planner = planner;
    this.cluster = cluster;
    this.group = group;
    this.interruption = interruption;
    this.rehearsals = new Rehearsals(cluster, policy.refusedRetry());
  }

  /** One pass on caches that are up to date. */
  public @Nullable Pass pass() {
    return pass(cluster.state());
  }

  /** One pass on caches that may lag; null where there is no group. */
  public @Nullable Pass pass(ClusterState cached) {
    rehearsals.forgetOld();
    LiveReads live = LiveReads.none();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      ClusterState seen = live.read(cached, this::server);
      GroupSnapshot snapshot = cluster.snapshot(group, seen, live, rehearsals.known());
      if (snapshot == null) {
        return null;
      }
      GroupDecision decision = planner.decide(snapshot, cluster.state().clock());
      LiveReads needed = live.and(decision);
      boolean rehearsed = rehearsals.answer(decision);
      if (!rehearsed && needed.equals(live)) {
        return new Pass(decision, apply(decision));
      }
      live = needed;
    }
    throw new IllegalStateException("the planner asks for ever for more evidence");
  }

  private ClusterState server() {
    interruption.run();
    return cluster.state();
  }

  private ImmutableList<Pass.Applied> apply(GroupDecision decision) {
    ImmutableList.Builder<Pass.Applied> applied = ImmutableList.builder();
    if (decision.action() != null) {
      applied.add(apply(null, decision.action()));
    }
    for (Decision member : decision.members()) {
      MemberAction action = member.action();
      if (action != null) {
        Pass.Applied write = apply(member.member(), action);
        rehearsals.remember(member.member(), action, write.answer());
        applied.add(write);
      }
    }
    publish(decision);
    return applied.build();
  }

  private Pass.Applied apply(@Nullable ClaimKey member, Action action) {
    interruption.run();
    return new Pass.Applied(member, action, cluster.apply(action));
  }

  private void publish(GroupDecision decision) {
    ImmutableMap.Builder<ClaimKey, ImmutableList<Condition>> members = ImmutableMap.builder();
    decision.members().forEach(member -> members.put(member.member(), member.conditions()));
    ClusterState published =
        ApiServer.edit(
            cluster.state(),
            Kinds.GROUPS,
            group,
            seen ->
                GroupObject.builder()
                    .from(seen)
                    .conditions(decision.conditions())
                    .memberConditions(members.buildOrThrow())
                    .build());
    if (!published.equals(cluster.state())) {
      cluster.publish(group, published);
    }
  }

  /**
   * Passes and steps of everyone else in turn, until neither writes anything; the last decision.
   *
   * @throws IllegalStateException if it does not come to rest, or there is no group from the start
   */
  public GroupDecision runToRest(Model others) {
    GroupDecision last = null;
    for (int count = 0; count < MOST_PASSES; count++) {
      ClusterState before = cluster.state();
      cluster.settle(others);
      Pass pass = pass();
      last = pass == null ? last : pass.decision();
      boolean wrote = pass != null && !pass.applied().isEmpty();
      if (cluster.state().equals(before) && !wrote && last != null) {
        return last;
      }
      if (pass == null && cluster.state().equals(before)) {
        break;
      }
    }
    throw new IllegalStateException("no rest, last decision: " + last);
  }
}
