// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Iterables;
import io.volsynchandoff.core.Blocked;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.played.ServedRequest;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a pass does where the server refuses, fails or is behind. */
class PassFaultsTest {
  private final PassStage stage = new PassStage();

  @BeforeEach
  void protectGroup() {
    stage.runUntil(decision -> decision.phase() == Phase.PROTECTED);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  /** One member's refusal hides nothing of the other's, and is a wait with the server's words. */
  @Test
  void tellsARefusedWriteInTheSamePassAndTriesItAgainLater() {
    Predicate<ServedRequest> parking = isPatchOf("replicationsources", "data-1");
    stage.server.fail(403, "Forbidden", "no more writes today", Integer.MAX_VALUE, parking);
    stage.group.relocate();
    stage.stopApplication();
    GroupDecision refused =
        stage.runUntil(
            decision ->
                decision.isBlockedBy(Blocker.WRITE_REFUSED)
                    && phaseOf(decision, 1) == Phase.FENCING);
    assertThat(blocked(refused, Blocker.WRITE_REFUSED).message()).isEqualTo("no more writes today");
    long tries = stage.requests().stream().filter(parking).count();
    stage.run();
    assertThat(stage.requests().stream().filter(parking)).hasSize((int) tries);

    stage.server.answerNormally();
    stage.skip(Duration.ofSeconds(31));
    stage.runUntil(decision -> decision.phase() == Phase.RELINQUISHED);
  }

  /** Case H09: evidence that cannot be read live does not let it go on. */
  @Test
  void staysAtTheFenceWhileALiveListFails() {
    stage.group.relocate();
    stage.stopApplication();
    stage.server.fail(
        500,
        "InternalError",
        "etcd is away",
        Integer.MAX_VALUE,
        request -> request.isList() && request.resource().equals("volumeattachments"));
    GroupDecision waiting = stage.runUntil(decision -> decision.isBlockedBy(Blocker.USAGE_UNKNOWN));
    assertThat(blocked(waiting, Blocker.USAGE_UNKNOWN).message())
        .isEqualTo("cannot list volumeattachments.storage.k8s.io: etcd is away");
    assertThat(waiting.phase()).isEqualTo(Phase.FENCING);
    assertThat(stage.run().wakeAfter()).isLessThanOrEqualTo(Duration.ofSeconds(5));

    stage.server.answerNormally();
    stage.runUntil(decision -> decision.phase() == Phase.RELINQUISHED);
  }

  @Test
  void writesNothingWhileTheGroupCannotBeReadLive() {
    stage.group.liveReadsAnswer(Observed.unknown("the server is away"));
    stage.group.relocate();
    PassResult held = stage.run();
    assertThat(held.decision()).isNull();
    assertThat(held.held()).isEqualTo("the group cannot be read: the server is away");
    assertThat(held.wakeAfter()).isNotNull();
    assertThat(stage.group.freeze()).isEqualTo(Observed.absent());

    stage.group.liveReadsAnswer(Observed.absent());
    assertThat(stage.run().held()).isEqualTo("the group is gone");
  }

  /** Secrets are not watched: a missing one must wake the pass by itself. */
  @Test
  void looksForAMissingSecretAgain() {
    stage.played.secrets().inNamespace("app").withName("psk").delete();
    stage.group.relocate();
    stage.runUntil(decision -> decision.isBlockedBy(Blocker.SECRET_MISSING));
    stage.stopApplication();
    stage.await(state -> state.all(Kinds.ATTACHMENTS).isEmpty());
    PassResult waiting = stage.run();
    assertThat(waiting.wakeAfter()).isLessThanOrEqualTo(Duration.ofSeconds(30));

    stage.createSecret();
    stage.skip(Duration.ofSeconds(30));
    stage.runUntil(decision -> decision.phase() == Phase.RELINQUISHED);
  }

  @Test
  void looksAgainOnceSecretsMayBeRead() {
    stage.server.forbid(request -> request.resource().equals("secrets"));
    stage.group.relocate();
    stage.stopApplication();
    GroupDecision waiting =
        stage.runUntil(
            decision ->
                decision.isBlockedBy(Blocker.USAGE_UNKNOWN)
                    && !decision.isBlockedBy(Blocker.VOLUME_ATTACHED));
    assertThat(blocked(waiting, Blocker.USAGE_UNKNOWN).message())
        .startsWith("cannot get secrets in app: forbidden");
    assertThat(stage.run().wakeAfter()).isLessThanOrEqualTo(Duration.ofSeconds(30));

    stage.server.answerNormally();
    stage.skip(Duration.ofSeconds(30));
    stage.runUntil(decision -> decision.phase() == Phase.RELINQUISHED);
  }

  /** A lost answer: the creation is found done, and is not done twice. */
  @Test
  void goesOnAfterAWriteWhoseAnswerWasLost() {
    stage.group.relocate();
    stage.stopApplication();
    stage.server.fail(
        503,
        "ServiceUnavailable",
        "try later",
        2,
        request ->
            request.isWrite()
                && request.verb().equals("create")
                && request.body().contains(HandoffNames.TEMPORARY_CLAIM_LABEL));
    stage.runUntil(decision -> decision.phase() == Phase.RELINQUISHED);
    assertThat(stage.writes)
        .filteredOn(write -> write.outcome().answer() == Outcome.Answer.TRANSIENT)
        .hasSize(2);
  }

  /** Attack A23: nothing is decided on a cache that does not show our own last write. */
  @Test
  void holdsAPassUntilTheCacheShowsItsLastWrite() {
    stage.group.relocate();
    stage.stopApplication();
    stage.runUntil(decision -> decision.phase() == Phase.RELINQUISHED);
    // Each step came once: a decision on an older snapshot would have written it again.
    assertThat(stage.writes)
        .filteredOn(write -> write.outcome().isApplied())
        .extracting(write -> write.action().getClass().getSimpleName() + write.member())
        .doesNotHaveDuplicates();
    VolumeView volume =
        Iterables.getOnlyElement(stage.reads.volumesOfClaim(stage.members.get(0).key()).known());
    assertThat(volume.phase()).isEqualTo(VolumeView.Phase.RELEASED);
  }

  private static Predicate<ServedRequest> isPatchOf(String resource, String name) {
    return request ->
        request.isWrite()
            && request.verb().equals("patch")
            && request.resource().equals(resource)
            && request.path().endsWith("/" + name)
            && request.userAgent().equals("handoff");
  }

  private @Nullable Phase phaseOf(GroupDecision decision, int member) {
    Decision found = decision.member(stage.members.get(member).key());
    return found == null ? null : found.phase();
  }

  private static Blocked blocked(GroupDecision decision, Blocker reason) {
    return decision.members().stream()
        .flatMap(member -> member.blockers().stream())
        .filter(blocked -> blocked.reason() == reason)
        .findFirst()
        .orElseThrow();
  }
}
