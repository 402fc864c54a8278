// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Mover;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A handoff that could not get through is not begun (decision 7). */
class StartTest {
  static Arguments[] unfit() {
    return new Arguments[] {
      unfit("syncthing", Blocker.SOURCE_UNSUPPORTED, m -> m.source(s -> s.movers(SYNCTHING))),
      unfit("debug mover", Blocker.SOURCE_UNSUPPORTED, m -> m.source(s -> s.debugMover(true))),
      unfit(
          "source deleting",
          Blocker.SOURCE_MISSING,
          m -> m.sourceMeta(meta -> meta.deletedAt(Scene.NOW))),
      unfit(
          "volume deleting",
          Blocker.VOLUME_DELETING,
          m -> m.volumeMeta(meta -> meta.deletedAt(Scene.NOW))),
      unfit(
          "volume re-applied",
          Blocker.VOLUME_MANAGED_BY_OTHER,
          m -> m.volume(v -> v.addReappliedBy("argocd"))),
      unfit(
          "handle shared",
          Blocker.VOLUME_HANDLE_SHARED,
          m -> m.otherVolumes = Listed.of(List.of(SampleObjects.twin(m)))),
      unfit(
          "other volumes unknown",
          Blocker.USAGE_UNKNOWN,
          m -> m.otherVolumes = Listed.unknown("forbidden")),
    };
  }

  private static final ImmutableSet<Mover> SYNCTHING = ImmutableSet.of(Mover.SYNCTHING);

  private static Arguments unfit(String name, Blocker blocker, Consumer<SceneMember> change) {
    return Arguments.of(Named.of(name, change), blocker);
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void aRelocationThatCannotGetThroughIsNotFrozen(Consumer<SceneMember> change, Blocker blocker) {
    Scene scene = Scene.at(Stage.STARTING);
    change.accept(scene.data());

    assertDecision(scene.decide()).isAt(Phase.STARTING).waitsFor(blocker);
    assertThat(scene.pass().action()).isNull();
    assertThat(scene.pass().isBlockedBy(Blocker.MEMBERS_NOT_READY)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void aFailoverIsNotHeldBackByIt(Consumer<SceneMember> change, Blocker blocker) {
    Scene scene = Scene.at(Stage.STARTING).role(Role.SECONDARY, RequestedAction.FAILOVER);
    change.accept(scene.data());

    assertThat(scene.pass().isBlockedBy(blocker)).isFalse();
    scene.groupWrites(GroupAction.RecordFreeze.class);
  }

  /** The secret is not read before a handoff has begun. */
  @Test
  void aSecretThatWasNotReadKeepsNothingFromStarting() {
    Scene scene = Scene.at(Stage.STARTING);
    scene.data().secrets = Listed.unknown("not read");

    scene.groupWrites(GroupAction.RecordFreeze.class);
  }
}
