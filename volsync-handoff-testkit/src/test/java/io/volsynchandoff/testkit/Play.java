// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.model.Model;
import io.volsynchandoff.testkit.model.Models;
import io.volsynchandoff.testkit.model.SimulatedApplication;
import io.volsynchandoff.testkit.model.SimulatedMovers;
import io.volsynchandoff.testkit.model.SimulatedProvisioner;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.model.VolSyncNames;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Plays single steps on the cluster of one member, {@code data-0}. */
public final class Play {
  public static final ClaimKey P = Scenario.claim("data-0");
  public static final ClaimKey RS = P;
  private static final Model EVERYONE =
      Model.all(
          Models.controlPlane(),
          new SimulatedProvisioner(Scenario.DRIVER, ImmutableSet.of(Scenario.STORAGE_CLASS)),
          Models.nodes(),
          Models.volSync(),
          SimulatedMovers.failures());

  private ClusterState state;

  public Play(ClusterState start) {
    state = start;
  }

  public ClusterState state() {
    return state;
  }

  /** Takes the one step on offer whose name holds the text. */
  public Play step(String text) {
    return take(offered(text));
  }

  private Step offered(String text) {
    ImmutableList<Step> steps = EVERYONE.steps(state);
    assertThat(steps).extracting(Step::name).anyMatch(name -> name.contains(text));
    return steps.stream().filter(step -> step.name().contains(text)).findFirst().orElseThrow();
  }

  public Play take(Step step) {
    state = step.applyTo(state);
    return this;
  }

  public boolean offers(String text) {
    return EVERYONE.steps(state).stream().anyMatch(step -> step.name().contains(text));
  }

  public Play settle() {
    state = Scenario.everyone().settle(state);
    return this;
  }

  public Play pass(Duration time) {
    state = state.withTruth(truth -> truth.withClock(truth.clock().plus(time)));
    return this;
  }

  public Play write() {
    state = SimulatedApplication.write(state, P);
    return this;
  }

  public Play change(UnaryOperator<ClusterState> change) {
    state = change.apply(state);
    return this;
  }

  public Play editSource(UnaryOperator<SourceView.Builder> change) {
    return take(User.editSource(RS, "", s -> change.apply(SourceView.builder().from(s)).build()));
  }

  public SourceView source() {
    return Drafts.get(state, Kinds.SOURCES, RS);
  }

  /** What the volume of the member holds. */
  public Content content() {
    Content content = state.truth().contents().get(Scenario.DRIVER + "/pv-data-0");
    assertThat(content).isNotNull();
    return Objects.requireNonNull(content);
  }

  /** What the other side holds. */
  public Content replica() {
    Content content = state.truth().replicas().get(VolSyncNames.replica(RS));
    return Objects.requireNonNull(content);
  }
}
