// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.volsynchandoff.core.snapshot.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/**
 * The planner's conditions as the API has them, and back. The planner keeps no time itself: since
 * when something is waited for, and when it is overdue, comes from what was published last.
 */
final class PublishedConditions {
  private PublishedConditions() {}

  static List<io.fabric8.kubernetes.api.model.Condition> write(
      ImmutableList<Condition> conditions) {
    return conditions.stream().map(PublishedConditions::write).toList();
  }

  private static io.fabric8.kubernetes.api.model.Condition write(Condition condition) {
    return new ConditionBuilder()
        .withType(condition.type())
        .withStatus(condition.status().text())
        .withReason(condition.reason())
        .withMessage(condition.message())
        // The API's times have whole seconds.
        .withLastTransitionTime(condition.since().truncatedTo(ChronoUnit.SECONDS).toString())
        .build();
  }

  static ImmutableList<Condition> read(List<io.fabric8.kubernetes.api.model.Condition> published) {
    return published.stream()
        .map(PublishedConditions::read)
        .collect(ImmutableList.toImmutableList());
  }

  /** Nobody else writes them: one that cannot be read is an error. */
  private static Condition read(io.fabric8.kubernetes.api.model.Condition published) {
    return new Condition(
        published.getType(),
        Condition.Status.valueOf(published.getStatus().toUpperCase(Locale.ROOT)),
        published.getReason(),
        published.getMessage(),
        Instant.parse(published.getLastTransitionTime()));
  }
}
