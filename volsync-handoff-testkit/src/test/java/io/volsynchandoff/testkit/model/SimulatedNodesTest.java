// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.testkit.Play.P;
import static io.volsynchandoff.testkit.cluster.Scenario.NODE;
import static io.volsynchandoff.testkit.cluster.Scenario.OTHER_NODE;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.Play;
import io.volsynchandoff.testkit.cluster.Scenario;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Application, kubelet and attachments: who can write to a volume, and what shows of it. */
class SimulatedNodesTest {
  private static final String TEMPORARY = "data-0-handoff";

  private static Play running() {
    return new Play(Scenario.group("g").member("data-0").build());
  }

  private static Play stopped() {
    return new Play(Scenario.group("g").member("data-0").stopped().build());
  }

  private static boolean writes(Play play) {
    long before = play.content().lastWrite();
    play.write();
    return play.content().lastWrite() > before;
  }

  private static Iterable<AttachmentView> attachments(Play play) {
    return play.state().all(Kinds.ATTACHMENTS).values();
  }

  private static UnaryOperator<ClusterState> editClaim(ClaimView.Phase phase) {
    return state ->
        ApiServer.edit(
            state, Kinds.CLAIMS, P, c -> ClaimView.builder().from(c).phase(phase).build());
  }

  private static ClusterState redirect(ClusterState state) {
    ClaimRef ref = new ClaimRef(Scenario.claim(TEMPORARY), null);
    return ApiServer.edit(
        state,
        Kinds.VOLUMES,
        new ClaimKey("", "pv-data-0"),
        v -> VolumeView.builder().from(v).claimRef(ref).build());
  }

  @Test
  void aRunningApplicationWritesAndIsSeenByPodAndAttachment() {
    Play play = running();
    assertThat(writes(play)).isTrue();
    assertThat(attachments(play)).extracting(AttachmentView::node).containsExactly(NODE);
    assertThat(SimulatedApplication.isRunning(play.state(), P)).isTrue();
  }

  @Test
  void aStoppedApplicationWritesUntilItsKubeletHasStoppedItAndIsDetachedLater() {
    Play play = running().change(state -> SimulatedApplication.stop(state, P));
    assertThat(writes(play)).isTrue();
    play.step("stops pod");
    assertThat(writes(play)).isFalse();
    assertThat(attachments(play)).hasSize(1);
    play.step("detaches");
    assertThat(attachments(play)).isEmpty();
  }

  /** Attack A11. */
  @Nested
  class AForceDeletedPod {
    @Test
    void writesOnUntilItsKubeletSeesIt() {
      Play play = running().change(state -> SimulatedApplication.forceDelete(state, P));
      assertThat(play.state().all(Kinds.PODS)).isEmpty();
      assertThat(writes(play)).isTrue();
      assertThat(play.offers("detaches")).isFalse();
      assertThat(writes(play.settle())).isFalse();
    }

    @Test
    void writesOnForAsLongAsItsNodeIsCutOff() {
      Play play = running().take(User.loseNode(NODE));
      play.change(state -> SimulatedApplication.forceDelete(state, P)).settle();
      assertThat(writes(play)).isTrue();
      assertThat(attachments(play)).hasSize(1);
      play.take(User.recoverNode(NODE)).settle();
      assertThat(writes(play)).isFalse();
    }

    @Test
    void isDeadOnANodeThatIsOutOfService() {
      Play play = running().take(User.powerOffNode(NODE)).settle();
      assertThat(writes(play)).isFalse();
      assertThat(attachments(play)).isEmpty();
    }

    @Test
    void leavesNoAttachmentWhereTheDriverNeverAttaches() {
      Scenario scenario = Scenario.group("g").withoutAttachments();
      Play play = new Play(scenario.member("data-0").build());
      assertThat(attachments(play)).isEmpty();
      play.take(User.loseNode(NODE));
      play.change(state -> SimulatedApplication.forceDelete(state, P)).settle();
      assertThat(writes(play)).isTrue();
    }
  }

  /** Facts §8: what the kubelet reads before a mount. */
  @Nested
  class TheKubeletsCheck {
    private Play starting() {
      return stopped().change(state -> SimulatedApplication.start(state, P, NODE));
    }

    @Test
    void refusesAClaimThatTheVolumeDoesNotName() {
      Play play = starting().change(SimulatedNodesTest::redirect);
      assertThat(play.offers("may mount")).isFalse();
    }

    @Test
    void refusesAClaimThatIsLostOrDeleting() {
      assertThat(starting().change(editClaim(ClaimView.Phase.LOST)).offers("may mount")).isFalse();
      assertThat(starting().take(User.delete(Kinds.CLAIMS, P)).offers("may mount")).isFalse();
    }

    @Test
    void onceItIsPassedTheMountComesWhateverHappensToTheClaim() {
      Play play = starting().step("attaches").step("may mount");
      play.change(SimulatedNodesTest::redirect).step("starts pod");
      assertThat(writes(play)).isTrue();
      assertThat(play.offers("detaches")).isFalse();
    }
  }

  @Test
  void aVolumeOfOneNodeWaitsForItsDetachmentFromTheOther() {
    Play play = running().change(state -> SimulatedApplication.forceDelete(state, P));
    play.change(state -> SimulatedApplication.start(state, P, OTHER_NODE));
    play.step("may mount");
    assertThat(play.offers("starts pod")).isFalse();
    play.settle();
    assertThat(attachments(play)).extracting(AttachmentView::node).containsExactly(OTHER_NODE);
    assertThat(writes(play)).isTrue();
  }

  @Test
  void anApplicationThatStartsAgainHasAPodOfAnotherName() {
    Play play = running().change(state -> SimulatedApplication.forceDelete(state, P));
    play.change(state -> SimulatedApplication.start(state, P, NODE));
    assertThat(play.state().all(Kinds.PODS).keySet())
        .containsExactly(Scenario.claim("data-0-app-2"));
  }

  @Test
  void anApplicationOffersEverythingThatMayHappenToIt() {
    Model application = new SimulatedApplication(ImmutableMap.of(P, NODE));
    assertThat(application.steps(running().state()))
        .extracting(Step::name)
        .containsExactly(
            "application: writes to shop/data-0",
            "application: stops on shop/data-0",
            "application: is force-deleted on shop/data-0");
    assertThat(application.steps(stopped().state()))
        .extracting(Step::name)
        .containsExactly("application: starts on shop/data-0");
  }
}
