// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.core.Blocked;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.fabric8.played.ServedRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusWriterTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.5Z");
  private static final Instant LATER = NOW.plus(StatusWriter.LASTING);

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("controller");
  private final VrgApi api = new VrgApi(client);
  private final VrgCache cache = new VrgCache(client, (group, change) -> {});
  private final StatusWriter writer = new StatusWriter(api, cache);
  private final GroupRef group = createVrg();

  @BeforeEach
  void startCache() {
    var unused = cache.start();
    await().until(() -> cache.get(group) != null);
    server.forgetRequests();
  }

  @AfterEach
  void close() {
    cache.close();
    client.close();
    server.close();
  }

  @Test
  void aPhaseIsPublishedByOneRequestAndOnlyOnce() {
    GroupDecision decision = decision(Phase.PROTECTED);

    StatusWriter.Publication first = writer.publish(current(), decision, true, NOW);
    StatusWriter.Publication second = writer.publish(current(), decision, true, LATER);

    assertThat(Objects.requireNonNull(first.outcome()).answer()).isEqualTo(Outcome.Answer.APPLIED);
    assertThat(second).isEqualTo(StatusWriter.Publication.NOTHING);
    assertThat(server.requests()).extracting(ServedRequest::method).containsExactly("PATCH");
    assertThat(stored().<String>get("status", "phase")).isEqualTo("Protected");
    assertThat(stored().<String>get("status", "members")).isEqualTo("1/1");
    assertThat(stored().<Integer>get("status", "observedGeneration")).isEqualTo(1);
  }

  @Test
  void membersBearPhaseBlockersAndProof() {
    Condition proven =
        new Condition(Conditions.PROVEN, Condition.Status.TRUE, "Cleaning", "tag x", NOW);
    GroupDecision decision =
        decision(
            Phase.CLEANING,
            ImmutableList.of(blocked(Blocker.CLAIM_IN_USE, "Pod shop/web-0")),
            ImmutableList.of(proven));

    writer.publish(current(), decision, true, NOW);

    assertThat(firstMember())
        .containsEntry("phase", "Cleaning")
        .containsEntry("proof", "tag x")
        .containsEntry(
            "blockers",
            List.of(
                Map.of(
                    "reason", "CLAIM_IN_USE",
                    "object", "Pod shop/web-0",
                    "message", "is there",
                    "remedy", Blocker.CLAIM_IN_USE.remedy(),
                    "since", "2026-03-01T10:00:00Z")));
    assertThat(stored().<String>get("status", "blocked")).isEqualTo("CLAIM_IN_USE");

    writer.publish(current(), decision(Phase.RELINQUISHED), true, NOW);
    assertThat(stored().<Object>get("status", "blocked")).isNull();
  }

  @Test
  void whatIsNoChangeOfPhaseIsWrittenOnceItLasts() {
    writer.publish(current(), decision(Phase.QUIESCING, "web-0"), true, NOW);
    GroupDecision other = decision(Phase.QUIESCING, "web-1");

    assertThat(writer.publish(current(), other, true, NOW).dueAfter())
        .isEqualTo(StatusWriter.LASTING);
    assertThat(writer.publish(current(), other, true, LATER.minusMillis(1)).outcome()).isNull();
    assertThat(writer.publish(current(), other, true, LATER).outcome()).isNotNull();

    assertThat(firstMember().toString()).contains("web-1").doesNotContain("web-0");
  }

  @Test
  void aPhaseOnTheWayIsWrittenOnceItLasts() {
    GroupDecision decision = decision(Phase.PARKING);

    assertThat(writer.publish(current(), decision, false, NOW).outcome()).isNull();
    assertThat(writer.publish(current(), decision, false, LATER).outcome()).isNotNull();
  }

  @Test
  void conditionsOfOthersStay() {
    client
        .genericKubernetesResources(Vrg.RESOURCE)
        .resource(stored())
        .subresource("status")
        .patch(
            new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE).build(),
            "{\"status\":{\"conditions\":[{\"type\":\"Other\",\"status\":\"True\",\"x\":1}]}}");
    await().until(() -> !current().published().foreignConditions().isEmpty());

    writer.publish(current(), decision(Phase.PROTECTED), true, NOW);

    List<Map<String, Object>> conditions = stored().get("status", "conditions");
    assertThat(conditions).contains(Map.of("type", "Other", "status", "True", "x", 1));
    assertThat(conditions).hasSize(1 + PublishedStatus.OURS.size());
  }

  @Test
  void aStatusOnAnOldVersionIsAConflict() {
    Vrg old = current();
    writer.publish(old, decision(Phase.PROTECTED), true, NOW);

    Outcome outcome = writer.publish(old, decision(Phase.QUIESCING), true, NOW).outcome();

    assertThat(Objects.requireNonNull(outcome).answer()).isEqualTo(Outcome.Answer.CONFLICT);
    assertThat(stored().<String>get("status", "phase")).isEqualTo("Protected");
  }

  @Test
  void aGroupOfAnotherControllerKeepsItsStatus() {
    GroupDecision refused =
        new GroupDecision(
            Phase.REFUSED,
            null,
            ImmutableList.of(blocked(Blocker.GROUP_MANAGED_BY_OTHER, "group shop/web")),
            ImmutableSet.of(),
            ImmutableList.of(),
            ImmutableList.of(),
            null);

    assertThat(writer.publish(current(), refused, true, LATER))
        .isEqualTo(StatusWriter.Publication.NOTHING);
    assertThat(server.requests()).isEmpty();
  }

  /** Ramen's CRD: what it does not know is gone once written (facts §4.2). */
  @Test
  void whatAnotherSchemaPrunesIsNotWrittenAgain() {
    GroupDecision decision = decision(Phase.QUIESCING, "web-0");
    Vrg pruned = Vrg.of(asRamenKeeps(current(), decision));

    StatusContent content = new StatusContent(decision, pruned.published(), 1);

    assertThat(pruned.published().isPruned()).isTrue();
    assertThat(content.isPublished()).isTrue();
    assertThat(content.isSamePhase()).isTrue();
    StatusContent next = new StatusContent(decision(Phase.PARKING), pruned.published(), 1);
    assertThat(next.isPublished()).isFalse();
    assertThat(next.isSamePhase()).isFalse();
    assertThat(next.patch(true).toString())
        .doesNotContain("\"phase\"", "\"blockers\"", "\"members\"");
  }

  private static GenericKubernetesResource asRamenKeeps(Vrg vrg, GroupDecision decision) {
    StatusContent content = new StatusContent(decision, vrg.published(), 1);
    GenericKubernetesResource kept = VrgYaml.primary();
    kept.setAdditionalProperty(
        "status", new ObjectMapper().convertValue(content.patch(true), Map.class));
    return kept;
  }

  private GroupRef createVrg() {
    server.expectCustomResource(
        CustomResourceDefinitionContext.fromCustomResourceType(VolumeReplicationGroup.class));
    GenericKubernetesResource vrg = VrgYaml.primary();
    vrg.getMetadata().setResourceVersion(null);
    return Vrg.refOf(client.genericKubernetesResources(Vrg.RESOURCE).resource(vrg).create());
  }

  private Vrg current() {
    return Vrg.of(Objects.requireNonNull(cache.get(group)));
  }

  private GenericKubernetesResource stored() {
    return client
        .genericKubernetesResources(Vrg.RESOURCE)
        .inNamespace("shop")
        .withName("web")
        .require();
  }

  private Map<String, Object> firstMember() {
    List<Map<String, Object>> members = stored().get("status", "protectedPVCs");
    return members.get(0);
  }

  private static Blocked blocked(Blocker reason, String object) {
    return new Blocked(reason, object, "is there", NOW, NOW.plusSeconds(600));
  }

  private static GroupDecision decision(Phase phase) {
    return decision(phase, ImmutableList.of(), ImmutableList.of());
  }

  private static GroupDecision decision(Phase phase, String pod) {
    return decision(
        phase,
        ImmutableList.of(blocked(Blocker.CLAIM_IN_USE, "Pod shop/" + pod)),
        ImmutableList.of());
  }

  private static GroupDecision decision(
      Phase phase, ImmutableList<Blocked> blockers, ImmutableList<Condition> more) {
    ImmutableMap.Builder<String, Condition> conditions = ImmutableMap.builder();
    for (String type : PublishedStatus.OURS) {
      boolean isBlocked = type.equals(Conditions.BLOCKED);
      conditions.put(
          type,
          new Condition(
              type,
              Condition.Status.FALSE,
              isBlocked ? "NotBlocked" : phase.text(),
              isBlocked ? blockers.toString() : "",
              NOW));
    }
    more.forEach(condition -> conditions.put(condition.type(), condition));
    ImmutableList<Condition> all = conditions.buildKeepingLast().values().asList();
    Decision member =
        new Decision(
            new ClaimKey("shop", "data"),
            phase,
            null,
            blockers,
            ImmutableSet.of(),
            ImmutableList.of(),
            all,
            null);
    return new GroupDecision(
        phase, null, ImmutableList.of(), ImmutableSet.of(), ImmutableList.of(member), all, null);
  }
}
