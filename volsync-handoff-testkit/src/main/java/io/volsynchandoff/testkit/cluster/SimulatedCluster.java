// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.testkit.cluster.Fault.Moment;
import io.volsynchandoff.testkit.model.Model;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kind;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that changes: the shell around a {@link ClusterState}, with what goes wrong between it
 * and a controller, and a trace of all that happened. Not for use by several threads.
 */
public final class SimulatedCluster {
  /** Far more than any cluster of a test needs to come to rest. */
  private static final int MOST_STEPS = 20_000;

  private final List<TraceEntry> trace = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();
  private ClusterState state;
  private Admission admission = Admission.open();
  private ImmutableMap<Kind<?>, String> unreadable = ImmutableMap.of();
  private int writes;

  public SimulatedCluster(ClusterState start) {
    state = start;
  }

  public ClusterState state() {
    return state;
  }

  /** All that happened so far, the oldest first. */
  public ImmutableList<TraceEntry> trace() {
    return ImmutableList.copyOf(trace);
  }

  public void admit(Admission changed) {
    admission = changed;
  }

  /** Lists of the kind fail from now on, for that reason. */
  public void refuseReading(Kind<?> kind, String why) {
    unreadable = ImmutableMap.of(kind, why);
  }

  public void allowReading() {
    unreadable = ImmutableMap.of();
  }

  /** Makes one write go wrong; several faults may be set. */
  public void set(Fault fault) {
    faults.add(fault);
  }

  /** How many writes of the controller have reached for the server, taken or not. */
  public int writes() {
    return writes;
  }

  /** Anyone but the controller takes a step. */
  public void take(Step step) {
    record(step.name(), null, null, step.applyTo(state));
  }

  /** Takes steps of the model until it is at rest. */
  public void settle(Model model) {
    ImmutableList<Step> steps = model.steps(state);
    for (int count = 0; !steps.isEmpty(); count++) {
      if (count > MOST_STEPS) {
        throw new IllegalStateException("no rest: " + steps);
      }
      take(steps.get(0));
      steps = model.steps(state);
    }
  }

  public void advance(Duration time) {
    record(
        "time: " + time + " pass",
        null,
        null,
        state.withTruth(truth -> truth.withClock(truth.clock().plus(time))));
  }

  /**
   * Applies an action as the adapter would, under the conditions of a real server.
   *
   * @throws SimulatedCrash where a fault is set for this write
   */
  public Answer apply(Action action) {
    writes++;
    String name = "controller: " + action.getClass().getSimpleName() + " " + action.target();
    Fault fault = faults.stream().filter(each -> each.write() == writes).findFirst().orElse(null);
    if (fault != null && fault.moment() == Moment.CRASH_BEFORE) {
      throw new SimulatedCrash(fault, name);
    }
    Written written = ActionWrites.write(state, action, admission);
    Answer answer = fault == null ? written.answer() : Answer.LOST;
    record(name, action, answer, written.state());
    if (fault != null && fault.moment() == Moment.CRASH_AFTER) {
      throw new SimulatedCrash(fault, name);
    }
    return answer;
  }

  /** A server-side dry run. */
  public Rehearsal rehearse(MemberAction action) {
    return ActionWrites.rehearse(state, action, admission);
  }

  /**
   * The planner's input for a group, or null where its object is not there.
   *
   * @param seen the cluster as the controller sees it: its caches with its live reads over them
   * @param live what of that was read live
   */
  public @Nullable GroupSnapshot snapshot(
      ClaimKey group,
      ClusterState seen,
      LiveReads live,
      ImmutableListMultimap<ClaimKey, Rehearsal> rehearsals) {
    GroupObject object = seen.get(Kinds.GROUPS, group);
    return object == null
        ? null
        : GroupSnapshots.of(new SeenCluster(seen, live, unreadable), object, rehearsals);
  }

  /** Publishes the group's status; not a write of the protocol. */
  void publish(ClaimKey group, ClusterState published) {
    record("controller: publishes the status of " + group, null, null, published);
  }

  private void record(
      String name, @Nullable Action action, @Nullable Answer answer, ClusterState after) {
    trace.add(new TraceEntry(name, action, answer, state, after));
    state = after;
  }
}
