// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.Blocked;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The status that a decision asks for (design §8). Everything that matters stands in conditions,
 * which both CRDs keep; our own CRD has it in fields and columns too.
 */
final class StatusContent {
  private static final ImmutableSet<Phase> DONE =
      ImmutableSet.of(Phase.PROTECTED, Phase.RELINQUISHED, Phase.GIVEN_UP, Phase.UNPROTECTED);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A number is the same whether it came as an int or as a long. */
  private static final Comparator<JsonNode> BY_VALUE =
      (one, other) ->
          one.equals(other)
                  || (one.isIntegralNumber()
                      && other.isIntegralNumber()
                      && one.longValue() == other.longValue())
              ? 0
              : 1;

  private final GroupDecision decision;
  private final PublishedStatus published;
  private final long generation;

  StatusContent(GroupDecision decision, PublishedStatus published, long generation) {
    this.decision = decision;
    this.published = published;
    this.generation = generation;
  }

  /**
   * The status as a merge patch. Conditions that others set are part of it, as a merge patch
   * replaces lists whole.
   *
   * @param pruned true for the fields alone that Ramen's CRD keeps
   */
  ObjectNode patch(boolean pruned) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    if (!pruned) {
      status.put("phase", decision.phase().text());
      status.put("members", done() + "/" + decision.members().size());
      String blocked = blocked();
      if (blocked == null) {
        status.putNull("blocked");
      } else {
        status.put("blocked", blocked);
      }
    }
    status.put("observedGeneration", generation);
    ArrayNode conditions = status.putArray("conditions");
    published.foreignConditions().forEach(conditions::add);
    conditions.addAll(conditions(decision.conditions()));
    ArrayNode members = status.putArray("protectedPVCs");
    decision.members().forEach(member -> members.add(member(member, pruned)));
    return status;
  }

  /** True where the server holds all of this already, but for what it drops. */
  boolean isPublished() {
    ObjectNode wanted = patch(published.isPruned());
    for (var field : wanted.properties()) {
      JsonNode kept = published.json().path(field.getKey());
      boolean same =
          field.getValue().isNull()
              ? kept.isMissingNode()
              : field.getValue().equals(BY_VALUE, kept);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /** True where the group and every member stand where the published status says. */
  boolean isSamePhase() {
    return phases(published.conditions()).equals(phases(decision.conditions()))
        && published.memberConditions().keySet().size() == decision.members().size()
        && decision.members().stream()
            .allMatch(
                member ->
                    phases(published.memberConditions().get(member.member()))
                        .equals(phases(member.conditions())));
  }

  /** Every condition but {@code Blocked} has the phase as its reason. */
  private static ImmutableSet<String> phases(@Nullable ImmutableList<Condition> conditions) {
    return conditions == null
        ? ImmutableSet.of()
        : conditions.stream()
            .filter(condition -> PublishedStatus.OURS.contains(condition.type()))
            .filter(condition -> !condition.type().equals(Conditions.BLOCKED))
            .map(Condition::reason)
            .collect(ImmutableSet.toImmutableSet());
  }

  private long done() {
    return decision.members().stream().filter(member -> DONE.contains(member.phase())).count();
  }

  private @Nullable String blocked() {
    String reasons =
        Stream.concat(
                decision.blockers().stream(),
                decision.members().stream().flatMap(member -> member.blockers().stream()))
            .map(Blocked::reason)
            .sorted()
            .distinct()
            .map(Blocker::name)
            .collect(Collectors.joining(", "));
    return reasons.isEmpty() ? null : reasons;
  }

  private ObjectNode member(Decision member, boolean pruned) {
    if (pruned) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("namespace", member.member().namespace()).put("name", member.member().name());
      json.set("conditions", conditions(member.conditions()));
      return json;
    }
    VrgStatus.Member full =
        new VrgStatus.Member(
            member.member().namespace(),
            member.member().name(),
            member.phase().text(),
            member.blockers().stream().map(StatusContent::waiting).toList(),
            proof(member),
            ImmutableList.of());
    ObjectNode json = MAPPER.valueToTree(full);
    json.set("conditions", conditions(member.conditions()));
    return json;
  }

  private static VrgStatus.Waiting waiting(Blocked blocked) {
    return new VrgStatus.Waiting(
        blocked.reason().name(),
        blocked.object(),
        blocked.message(),
        blocked.reason().remedy(),
        time(blocked.since()));
  }

  private static @Nullable String proof(Decision member) {
    return member.conditions().stream()
        .filter(condition -> condition.type().equals(Conditions.PROVEN))
        .filter(condition -> condition.status() == Condition.Status.TRUE)
        .map(Condition::message)
        .findFirst()
        .orElse(null);
  }

  private ArrayNode conditions(ImmutableList<Condition> conditions) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Condition condition : conditions) {
      array
          .addObject()
          .put("type", condition.type())
          .put("status", condition.status().text())
          .put("reason", condition.reason())
          .put("message", condition.message())
          .put("lastTransitionTime", time(condition.since()))
          .put("observedGeneration", generation);
    }
    return array;
  }

  /** The API's times have whole seconds. */
  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
