// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.volsynchandoff.testkit.cluster.Answer;
import io.volsynchandoff.testkit.cluster.Fault;
import io.volsynchandoff.testkit.cluster.Fault.Moment;
import io.volsynchandoff.testkit.cluster.TraceEntry;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The controller dies, or loses an answer, at each of its writes: the end is the same. */
class CrashTest {
  private static final Handoff UNDISTURBED = undisturbed();

  private static Handoff undisturbed() {
    Handoff handoff = Handoff.ofThree();
    handoff.relocate();
    return handoff;
  }

  static Stream<Arguments> faults() {
    return IntStream.rangeClosed(1, UNDISTURBED.cluster.writes())
        .boxed()
        .flatMap(write -> Stream.of(Moment.values()).map(moment -> Arguments.of(write, moment)));
  }

  @ParameterizedTest(name = "write {0}: {1}")
  @MethodSource("faults")
  void theEndIsTheSame(int write, Moment moment) {
    Handoff handoff = Handoff.ofThree();
    handoff.cluster.set(new Fault(write, moment));
    handoff.assertRelinquished(handoff.relocate());
    assertThat(handoff.writes()).as("no write is repeated").hasSameSizeAs(UNDISTURBED.writes());
    assertSameEnd(handoff.cluster.state(), UNDISTURBED.cluster.state());
  }

  @ParameterizedTest(name = "every write: {0}")
  @MethodSource("moments")
  void theEndIsTheSameWhereEveryWriteIsHit(Moment moment) {
    Handoff handoff = Handoff.ofThree();
    int step = moment == Moment.CRASH_BEFORE ? 2 : 1;
    for (int write = 1; write < 300; write += step) {
      handoff.cluster.set(new Fault(write, moment));
    }
    handoff.assertRelinquished(handoff.relocate());
    assertThat(handoff.writes()).hasSameSizeAs(UNDISTURBED.writes());
  }

  static Stream<Moment> moments() {
    return Stream.of(Moment.values());
  }

  /** All that is left of a handoff, but for versions that more status writes moved on. */
  private static void assertSameEnd(ClusterState end, ClusterState wanted) {
    assertThat(end.all(Kinds.CLAIMS)).isEqualTo(wanted.all(Kinds.CLAIMS));
    assertThat(end.all(Kinds.VOLUMES)).isEqualTo(wanted.all(Kinds.VOLUMES));
    assertThat(end.truth().contents()).isEqualTo(wanted.truth().contents());
    assertThat(end.truth().replicas()).isEqualTo(wanted.truth().replicas());
    assertThat(end.all(Kinds.GROUPS).values())
        .extracting(group -> group.freeze().orNull(), group -> group.meta().finalizers())
        .isEqualTo(
            wanted.all(Kinds.GROUPS).values().stream()
                .map(g -> tuple(g.freeze().orNull(), g.meta().finalizers()))
                .toList());
  }

  /** The trace tells where the controller died. */
  @ParameterizedTest
  @MethodSource("moments")
  void aFaultIsInTheTraceWhereTheServerTookTheWrite(Moment moment) {
    Handoff handoff = Handoff.ofOne();
    handoff.cluster.set(new Fault(1, moment));
    handoff.run();
    long lost =
        handoff.cluster.trace().stream()
            .map(TraceEntry::answer)
            .filter(Objects::nonNull)
            .filter(answer -> answer == Answer.LOST)
            .count();
    assertThat(lost).isEqualTo(moment == Moment.CRASH_BEFORE ? 0 : 1);
  }
}
