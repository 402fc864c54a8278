// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The status as the server kept it. Ramen's CRD drops the fields that it does not know, so what was
 * written is not what is there: only this is compared with what is to be written (facts §4.2).
 */
final class PublishedStatus {
  /** The conditions that we write; all others are another controller's. */
  static final ImmutableSet<String> OURS =
      ImmutableSet.of(
          Conditions.PROTECTED,
          Conditions.SYNCING,
          Conditions.PROVEN,
          Conditions.RELINQUISHED,
          Conditions.BLOCKED);

  /** The conditions that Ramen sets on a VRG that it reconciles (facts §4.2). */
  private static final ImmutableSet<String> RAMENS =
      ImmutableSet.of(
          "DataReady",
          "DataProtected",
          "ClusterDataReady",
          "ClusterDataProtected",
          "KubeObjectsReady",
          "NoClusterDataConflict",
          "AutoCleanup",
          "HooksReady",
          "GlobalState",
          "GlobalSecondary",
          "DestinationInfoAvailable");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonNode status;

  private PublishedStatus(JsonNode status) {
    this.status = status;
  }

  static PublishedStatus of(GenericKubernetesResource vrg) {
    return new PublishedStatus(MAPPER.valueToTree(vrg.getAdditionalProperties().get("status")));
  }

  JsonNode json() {
    return status;
  }

  /** True once we have published anything, under either CRD. */
  boolean isOurs() {
    return conditions().stream().anyMatch(condition -> OURS.contains(condition.type()));
  }

  /** True where the server dropped the fields that only our own CRD has. */
  boolean isPruned() {
    return isOurs() && !status.has("phase");
  }

  /** The first condition that only Ramen sets, or null. */
  @Nullable String conditionOfRamen() {
    return conditions().stream()
        .map(Condition::type)
        .filter(RAMENS::contains)
        .findFirst()
        .orElse(null);
  }

  ImmutableList<Condition> conditions() {
    return conditions(status);
  }

  /** The conditions that others set, as they are: a list is written whole or not at all. */
  ImmutableList<JsonNode> foreignConditions() {
    ImmutableList.Builder<JsonNode> foreign = ImmutableList.builder();
    for (JsonNode condition : status.path("conditions")) {
      if (!OURS.contains(condition.path("type").asText())) {
        foreign.add(condition);
      }
    }
    return foreign.build();
  }

  ImmutableMap<ClaimKey, ImmutableList<Condition>> memberConditions() {
    Map<ClaimKey, ImmutableList<Condition>> conditions = new HashMap<>();
    for (JsonNode member : status.path("protectedPVCs")) {
      ClaimKey key = new ClaimKey(member.path("namespace").asText(), member.path("name").asText());
      conditions.putIfAbsent(key, conditions(member));
    }
    return ImmutableMap.copyOf(conditions);
  }

  private static ImmutableList<Condition> conditions(JsonNode owner) {
    ImmutableList.Builder<Condition> conditions = ImmutableList.builder();
    for (JsonNode condition : owner.path("conditions")) {
      Instant since = instant(condition.path("lastTransitionTime").asText());
      if (since != null) {
        conditions.add(
            new Condition(
                condition.path("type").asText(),
                statusOf(condition.path("status").asText()),
                condition.path("reason").asText(),
                condition.path("message").asText(),
                since));
      }
    }
    return conditions.build();
  }

  private static Condition.Status statusOf(String text) {
    for (Condition.Status status : Condition.Status.values()) {
      if (status.text().equals(text)) {
        return status;
      }
    }
    return Condition.Status.UNKNOWN;
  }

  /** A condition without a time that can be read tells no "since when"; a new one will. */
  private static @Nullable Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
