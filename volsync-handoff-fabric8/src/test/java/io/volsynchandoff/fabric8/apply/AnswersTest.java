// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.SampleObjects;
import io.volsynchandoff.fabric8.apply.Outcome.Answer;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.fabric8.played.ServedRequest;
import io.volsynchandoff.fabric8.read.Views;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every answer of the API server, to the write that can meet it, and what it is taken for. */
class AnswersTest {
  private static final MemberAction CREATION =
      new MemberAction.CreateTemporaryClaim(SampleObjects.temporaryClaim());

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("test");
  private final ActionApplier applier = new ActionApplier(client);

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "400, BadRequest, FATAL",
    "401, Unauthorized, FORBIDDEN",
    "403, Forbidden, FORBIDDEN",
    "404, NotFound, GONE",
    "408, Timeout, TRANSIENT",
    "409, Conflict, CONFLICT",
    "410, Gone, GONE",
    "413, RequestEntityTooLarge, FATAL",
    "422, Invalid, FATAL",
    "429, TooManyRequests, TRANSIENT",
    "500, InternalError, TRANSIENT",
    "503, ServiceUnavailable, TRANSIENT",
    "504, Timeout, TRANSIENT"
  })
  void mapsEveryStatus(int code, String reason, Answer answer) {
    server.fail(code, reason, "the server's words", 1, ServedRequest::isWrite);
    Outcome outcome = applier.apply(CREATION);
    assertThat(outcome.answer()).isEqualTo(answer);
    assertThat(outcome.message()).isEqualTo("the server's words");
    assertThat(outcome.resourceVersion()).isEmpty();
    assertThat(applier.apply(CREATION).answer()).isEqualTo(Answer.APPLIED);
  }

  @Test
  void takesNoAnswerForTransient() {
    server.close();
    Outcome outcome = applier.apply(CREATION);
    assertThat(outcome.answer()).isEqualTo(Answer.TRANSIENT);
    assertThat(outcome.message()).isNotBlank();
  }

  @Test
  void conflictsWhereAPatchIsStale() {
    HasMetadata volume = client.resource(SampleObjects.volume("pv-1")).create();
    ObjectRef stale = Views.meta(volume).ref();
    assertThat(protect(stale).answer()).isEqualTo(Answer.APPLIED);
    assertThat(protect(stale).answer()).isEqualTo(Answer.CONFLICT);
  }

  @Test
  void conflictsWhereADeleteMeetsAnotherUid() {
    assertThat(applier.apply(CREATION).answer()).isEqualTo(Answer.APPLIED);
    ObjectRef other = new ObjectRef("shop", "data-handoff", "other-uid", "1");
    Outcome outcome = applier.apply(new MemberAction.DeleteTemporaryClaim(other));
    assertThat(outcome.answer()).isEqualTo(Answer.CONFLICT);
    assertThat(client.persistentVolumeClaims().inNamespace("shop").list().getItems()).hasSize(1);
  }

  @Test
  void conflictsWhereASourceChangedBeforeItsDelete() {
    ObjectRef source = Views.meta(client.resource(SampleObjects.source()).create()).ref();
    client
        .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
        .inNamespace("shop")
        .withName("data")
        .edit(
            it -> {
              it.getMetadata().setLabels(ImmutableMap.of("re", "applied"));
              return it;
            });
    assertThat(applier.apply(new MemberAction.DeleteSource(source)).answer())
        .isEqualTo(Answer.CONFLICT);
  }

  @Test
  void isGoneForPatchAndDeleteOfWhatIsNotThere() {
    assertThat(protect(new ObjectRef("", "pv-1", "uid", "1")).answer()).isEqualTo(Answer.GONE);
    ObjectRef gone = new ObjectRef("shop", "data-handoff", "uid", "1");
    assertThat(applier.apply(new MemberAction.DeleteTemporaryClaim(gone)).answer())
        .isEqualTo(Answer.GONE);
  }

  @Test
  void hasAppliedACreationWhoseAnswerWasLost() {
    Outcome first = applier.apply(CREATION);
    assertThat(applier.apply(CREATION)).isEqualTo(first);
  }

  @Test
  void existsWhereTheNameIsTakenByAnother() {
    client
        .resource(
            new PersistentVolumeClaimBuilder(SampleObjects.claim())
                .editMetadata()
                .withName("data-handoff")
                .endMetadata()
                .build())
        .create();
    Outcome outcome = applier.apply(CREATION);
    assertThat(outcome.answer()).isEqualTo(Answer.EXISTS);
    assertThat(applier.rehearse(CREATION).answer()).isEqualTo(Rehearsal.Answer.EXISTS);
  }

  @Test
  void isFatalWhereTheJournalIsTooLarge() {
    HasMetadata volume = client.resource(SampleObjects.volume("pv-1")).create();
    server.forgetRequests();
    Outcome outcome =
        applier.apply(
            new MemberAction.ProtectVolume(
                Views.meta(volume).ref(), SampleObjects.oversizedJournal()));
    assertThat(outcome.answer()).isEqualTo(Answer.FATAL);
    assertThat(outcome.message()).contains("bytes");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void rehearsesWithoutWriting() {
    Rehearsal creation = applier.rehearse(CREATION);
    assertThat(creation.answer()).isEqualTo(Rehearsal.Answer.PASSED);
    assertThat(client.persistentVolumeClaims().inNamespace("shop").list().getItems()).isEmpty();
    Rehearsal arming = applier.rehearse(arming());
    assertThat(arming.answer()).isEqualTo(Rehearsal.Answer.PASSED);
    assertThat(arming.moverPodLabelsKept()).isTrue();
    assertThat(Views.source(source()).manualTag()).isNull();
  }

  @Test
  void tellsWhatARehearsalWasRefusedFor() {
    server.fail(403, "Forbidden", "exceeded quota", 1, ServedRequest::isDryRun);
    Rehearsal refused = applier.rehearse(CREATION);
    assertThat(refused.answer()).isEqualTo(Rehearsal.Answer.REFUSED);
    assertThat(refused.message()).isEqualTo("exceeded quota");
    server.fail(503, "ServiceUnavailable", "later", 1, ServedRequest::isDryRun);
    assertThat(applier.rehearse(CREATION).answer()).isEqualTo(Rehearsal.Answer.UNKNOWN);
  }

  @Test
  void rehearsesNothingElse() {
    MemberAction action = new MemberAction.ForgetVolume(new ObjectRef("", "pv-1", "uid", "1"));
    assertThatThrownBy(() -> applier.rehearse(action)).isInstanceOf(IllegalArgumentException.class);
  }

  private MemberAction arming() {
    ObjectRef source = Views.meta(client.resource(SampleObjects.source()).create()).ref();
    return new MemberAction.ArmSource(
        source,
        Mover.RSYNC_TLS,
        "data-handoff",
        SampleObjects.ID.tag(1),
        ImmutableMap.of("team", "blue", "tag", SampleObjects.ID.tag(1)),
        SampleObjects.sourceJournal());
  }

  private GenericKubernetesResource source() {
    return client
        .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
        .inNamespace("shop")
        .withName("data")
        .get();
  }

  private Outcome protect(ObjectRef volume) {
    return applier.apply(new MemberAction.ProtectVolume(volume, SampleObjects.volumeJournal()));
  }
}
