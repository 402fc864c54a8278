// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.Blocked;
import io.volsynchandoff.core.snapshot.GroupIntent;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A plan for reading. */
public final class PlanText {
  private final StringBuilder text = new StringBuilder();

  private PlanText() {}

  public static String of(List<GroupPlan> plans) {
    PlanText writer = new PlanText();
    plans.forEach(writer::group);
    return writer.text.toString();
  }

  private void group(GroupPlan plan) {
    GroupIntent intent = plan.intent();
    line(0, "Group " + intent.group() + ": " + asked(intent) + ", phase " + plan.phase().text());
    plan.warnings().forEach(warning -> line(1, "warning: " + warning));
    blockers(1, plan.blockers());
    action(1, plan.action());
    plan.members().forEach(this::member);
  }

  private static String asked(GroupIntent intent) {
    String role = intent.role().name().toLowerCase(Locale.ROOT);
    String action = intent.action() == null ? "" : " by " + intent.action().text();
    return (intent.deleting() ? "being deleted as " : "") + role + action;
  }

  private void member(GroupPlan.Member member) {
    line(1, "Claim " + member.claim() + ": phase " + member.phase().text());
    member.warnings().forEach(warning -> line(2, "warning: " + warning));
    blockers(2, member.blockers());
    action(2, member.action());
    member.rehearsals().forEach(write -> line(2, "would be rehearsed first: " + write));
    steps(member.steps());
  }

  private void steps(ImmutableList<RemainingSteps.Step> steps) {
    if (steps.isEmpty()) {
      line(2, "no steps remain");
      return;
    }
    line(2, "steps that remain:");
    for (int i = 0; i < steps.size(); i++) {
      line(3, (i + 1) + ". " + steps.get(i).phase().text() + ": " + steps.get(i).text());
    }
  }

  private void blockers(int depth, ImmutableList<Blocked> blockers) {
    for (Blocked blocked : blockers) {
      line(
          depth, "waits: " + blocked.reason() + ": " + blocked.object() + ": " + blocked.message());
      line(depth + 1, blocked.reason().remedy());
    }
  }

  private void action(int depth, @Nullable PlannedWrite action) {
    if (action != null) {
      line(depth, "next: " + action);
      line(depth + 1, action.patch().toString());
    }
  }

  private void line(int depth, String content) {
    text.append("  ".repeat(depth)).append(content).append('\n');
  }
}
