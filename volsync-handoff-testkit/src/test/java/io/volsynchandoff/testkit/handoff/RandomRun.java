// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.cluster.Decider;
import io.volsynchandoff.testkit.cluster.Fault;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.cluster.SimulatedController;
import io.volsynchandoff.testkit.cluster.SimulatedCrash;
import io.volsynchandoff.testkit.cluster.TraceEntry;
import io.volsynchandoff.testkit.invariant.Invariants;
import io.volsynchandoff.testkit.invariant.Violation;
import io.volsynchandoff.testkit.model.Model;
import io.volsynchandoff.testkit.model.Models;
import io.volsynchandoff.testkit.model.SimulatedApplication;
import io.volsynchandoff.testkit.model.SimulatedMovers;
import io.volsynchandoff.testkit.model.SimulatedProvisioner;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kind;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * One relocation with everything against it: steps of all actors in any order and on stale views,
 * two controllers that crash and lose answers, an application that will not stop, users who meddle.
 * Every rule is checked at every step; at the end, when the faults stop, it must come to rest.
 */
final class RandomRun {
  private static final int STEPS = 250;
  private static final int RELOCATION_AT = 20;
  private static final int LONGEST_LAG = 25;
  private static final int STORY = 120;

  /** Those that act on caches of their own. */
  private static final Model CONTROLLERS =
      Model.all(
          Models.controlPlane(),
          new SimulatedProvisioner(Scenario.DRIVER, ImmutableSet.of(Scenario.STORAGE_CLASS)),
          Models.volSync());

  /** Those that act on what is. */
  private static final Model NODES = Model.all(Models.nodes(), SimulatedMovers.failures());

  private final Decider planner;
  private final Random random;
  private final Handoff handoff;
  private final ImmutableMap<ClaimKey, SourceView> manifests;
  private int checked;
  private int userSteps = 4;
  private int applicationSteps = 25;
  private int nested;
  private SimulatedController one;
  private SimulatedController other;

  RandomRun(long seed, Decider planner) {
    this.planner = planner;
    random = new Random(seed);
    handoff = anyHandoff(random.nextInt(4), planner);
    one = newController();
    other = newController();
    handoff.run();
    ImmutableMap.Builder<ClaimKey, SourceView> sources = ImmutableMap.builder();
    sources.putAll(handoff.cluster.state().all(Kinds.SOURCES));
    manifests = sources.buildOrThrow();
  }

  private static Handoff anyHandoff(int dice, Decider planner) {
    return switch (dice) {
      case 0 -> Handoff.ofThree(planner);
      case 1 -> Handoff.ofOneThatNeverAttaches(planner);
      default -> Handoff.of(Scenario.group("g").member("data-0").syncing(), planner);
    };
  }

  private SimulatedController newController() {
    return new SimulatedController(
        planner, HandoffPolicy.defaults(), handoff.cluster, handoff.group, this::interrupt);
  }

  /** Plays to the end; the last decision. */
  GroupDecision play() {
    check();
    for (int step = 0; step < STEPS; step++) {
      if (step == RELOCATION_AT) {
        handoff.askForRelocation();
      }
      act();
      check();
    }
    return rest();
  }

  private void act() {
    int dice = random.nextInt(100);
    if (dice < 30) {
      one = pass(one);
    } else if (dice < 38) {
      other = pass(other);
    } else if (dice < 40) {
      one = newController();
    } else if (dice < 43) {
      handoff.cluster.advance(Duration.ofMinutes(1 + random.nextInt(4)));
    } else if (dice < 46) {
      useUp(user());
    } else {
      environment();
    }
  }

  private SimulatedController pass(SimulatedController controller) {
    if (random.nextInt(12) == 0) {
      int write = handoff.cluster.writes() + 1 + random.nextInt(2);
      Fault.Moment[] moments = Fault.Moment.values();
      handoff.cluster.set(new Fault(write, moments[random.nextInt(moments.length)]));
    }
    try {
      controller.pass(view());
      return controller;
    } catch (SimulatedCrash crash) {
      return newController();
    }
  }

  /** Others act before a read or a write of a controller; the second controller too. */
  private void interrupt() {
    if (nested > 0 || random.nextInt(3) != 0) {
      return;
    }
    nested++;
    if (random.nextInt(4) == 0) {
      other = pass(other);
    } else {
      environment();
    }
    nested--;
  }

  private void environment() {
    int dice = random.nextInt(10);
    if (dice < 2 && applicationSteps > 0) {
      applicationSteps--;
      take(application().steps(handoff.cluster.state()));
    } else if (dice < 5) {
      take(NODES.steps(handoff.cluster.state()));
    } else {
      take(CONTROLLERS.steps(view()));
    }
  }

  private void take(ImmutableList<Step> steps) {
    if (!steps.isEmpty()) {
      handoff.cluster.take(steps.get(random.nextInt(steps.size())));
    }
  }

  private Model application() {
    ImmutableMap.Builder<ClaimKey, String> nodes = ImmutableMap.builder();
    handoff.members.forEach(member -> nodes.put(member, Scenario.NODE));
    return new SimulatedApplication(nodes.buildOrThrow());
  }

  /** What a controller's caches hold: now, some time ago, or each kind at another time. */
  private ClusterState view() {
    ClusterState now = handoff.cluster.state();
    int dice = random.nextInt(10);
    if (dice < 6) {
      return now;
    }
    ClusterState view = ClusterState.of(now.truth());
    ClusterState past = past();
    for (Kind<?> kind : Kinds.ALL) {
      view = view.withAllOf(kind, dice < 8 ? past : past());
    }
    return view;
  }

  private ClusterState past() {
    ImmutableList<TraceEntry> trace = handoff.cluster.trace();
    return trace.get(Math.max(0, trace.size() - 1 - random.nextInt(LONGEST_LAG))).after();
  }

  private void useUp(Step step) {
    if (userSteps > 0) {
      userSteps--;
      handoff.cluster.take(step);
    }
  }

  private Step user() {
    ClaimKey member = handoff.members.get(random.nextInt(handoff.members.size()));
    SourceView manifest = Objects.requireNonNull(manifests.get(member));
    return switch (random.nextInt(9)) {
      case 0, 1 -> User.delete(Kinds.CLAIMS, member);
      case 2 -> User.delete(Kinds.CLAIMS, HandoffNames.temporaryClaim(member));
      case 3, 4 -> User.editSource(member, "applies the manifest", s -> applied(s, manifest));
      case 5 -> User.loseNode(Scenario.NODE);
      case 6 -> User.recoverNode(Scenario.NODE);
      case 7 -> User.powerOffNode(Scenario.NODE);
      default -> User.editSource(member, "pauses", RandomRun::paused);
    };
  }

  private static SourceView paused(SourceView source) {
    return SourceView.builder().from(source).paused(true).build();
  }

  private static SourceView applied(SourceView source, SourceView manifest) {
    return SourceView.builder()
        .from(source)
        .sourceClaim(manifest.sourceClaim())
        .manualTag(manifest.manualTag())
        .schedule(manifest.schedule())
        .paused(manifest.paused())
        .copyMethod(manifest.copyMethod())
        .moverPodLabels(manifest.moverPodLabels())
        .build();
  }

  /** The faults stop: nodes are back, the application is stopped, caches are up to date. */
  private GroupDecision rest() {
    handoff.cluster.take(User.recoverNode(Scenario.NODE));
    handoff.cluster.take(User.setRole(handoff.group, Role.SECONDARY, RequestedAction.RELOCATE));
    handoff.stopApplications();
    handoff.run();
    handoff.cluster.advance(Duration.ofMinutes(6));
    GroupDecision last = handoff.run();
    check();
    if (last.phase() == Phase.RELINQUISHED) {
      handoff.members.forEach(
          member -> {
            if (!handoff.replica(member).equals(handoff.content(member))) {
              throw new AssertionError(
                  member + ": " + handoff.replica(member) + " != " + handoff.content(member));
            }
          });
    } else if (last.blockers().isEmpty()
        && last.members().stream().allMatch(m -> m.blockers().isEmpty())) {
      throw new AssertionError("at rest without a blocker: " + last);
    }
    return last;
  }

  private void check() {
    ImmutableList<TraceEntry> trace = handoff.cluster.trace();
    for (; checked < trace.size(); checked++) {
      ImmutableList<Violation> violations = Invariants.check(trace.get(checked));
      if (!violations.isEmpty()) {
        throw new AssertionError(violations);
      }
    }
  }

  /** The last things that happened up to what was found, for a reader. */
  String story() {
    ImmutableList<TraceEntry> trace = handoff.cluster.trace();
    int end = Math.min(trace.size(), checked + 1);
    return trace.subList(Math.max(0, end - STORY), end).stream()
        .filter(entry -> !entry.before().equals(entry.after()) || entry.answer() != null)
        .filter(entry -> !entry.name().contains("publishes the status"))
        .map(TraceEntry::toString)
        .collect(Collectors.joining("\n"));
  }
}
