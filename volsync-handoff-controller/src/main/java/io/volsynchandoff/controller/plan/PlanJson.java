// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.Blocked;
import io.volsynchandoff.core.snapshot.Condition;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A plan for programs: an array with one object for each member (design §8). A member's next action
 * is its group's where that comes first, and its blockers hold those of its group. A group without
 * members is one object whose claim is null.
 */
public final class PlanJson {
  private PlanJson() {}

  public static String of(List<GroupPlan> plans) {
    ArrayNode members = JsonNodeFactory.instance.arrayNode();
    plans.forEach(plan -> group(plan, members));
    return members.toPrettyString() + "\n";
  }

  private static void group(GroupPlan plan, ArrayNode into) {
    if (plan.members().isEmpty()) {
      ObjectNode json = into.addObject().put("group", plan.intent().group().toString());
      json.putNull("claim").put("phase", plan.phase().text());
      json.set("action", action(plan.action()));
      json.putArray("rehearsals");
      json.set("blockers", blockers(plan.blockers().stream()));
      json.putArray("conditions");
      json.set("steps", steps(RemainingSteps.of(plan.phase(), plan.intent())));
      json.set("warnings", strings(plan.warnings().stream()));
    }
    plan.members().forEach(member -> into.add(member(plan, member)));
  }

  private static ObjectNode member(GroupPlan plan, GroupPlan.Member member) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("group", plan.intent().group().toString());
    json.put("claim", member.claim().toString());
    json.put("phase", member.phase().text());
    json.set("action", action(plan.action() == null ? member.action() : plan.action()));
    ArrayNode rehearsals = json.putArray("rehearsals");
    member.rehearsals().forEach(write -> rehearsals.add(action(write)));
    json.set(
        "blockers", blockers(Stream.concat(plan.blockers().stream(), member.blockers().stream())));
    json.set("conditions", conditions(member.conditions()));
    json.set("steps", steps(member.steps()));
    json.set(
        "warnings", strings(Stream.concat(plan.warnings().stream(), member.warnings().stream())));
    return json;
  }

  private static JsonNode action(@Nullable PlannedWrite write) {
    if (write == null) {
      return JsonNodeFactory.instance.nullNode();
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", write.type()).put("verb", write.verb());
    ObjectNode target = json.putObject("target").put("kind", write.kind());
    if (!write.target().namespace().isEmpty()) {
      target.put("namespace", write.target().namespace());
    }
    target.put("name", write.target().name());
    json.set("patch", write.patch());
    return json;
  }

  private static ArrayNode blockers(Stream<Blocked> blockers) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    blockers.forEach(
        blocked ->
            array
                .addObject()
                .put("reason", blocked.reason().name())
                .put("object", blocked.object())
                .put("message", blocked.message())
                .put("remedy", blocked.reason().remedy()));
    return array;
  }

  private static ArrayNode conditions(ImmutableList<Condition> conditions) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Condition condition : conditions) {
      array
          .addObject()
          .put("type", condition.type())
          .put("status", condition.status().text())
          .put("reason", condition.reason())
          .put("message", condition.message());
    }
    return array;
  }

  private static ArrayNode steps(ImmutableList<RemainingSteps.Step> steps) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    steps.forEach(
        step -> array.addObject().put("phase", step.phase().text()).put("text", step.text()));
    return array;
  }

  private static ArrayNode strings(Stream<String> strings) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    strings.forEach(array::add);
    return array;
  }
}
