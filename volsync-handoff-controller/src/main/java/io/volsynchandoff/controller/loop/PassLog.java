// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.Blocked;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.pass.Applied;
import io.volsynchandoff.fabric8.pass.PassResult;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One INFO line for each write, one WARN line for each new thing that a group waits for, with its
 * remedy, and another once its deadline is over. What stays as it is is not told again. Journals
 * and patches are never part of a line.
 */
final class PassLog {
  private static final Logger log = LoggerFactory.getLogger(PassLog.class);

  /** The usual answers where someone else wrote in between. */
  private static final ImmutableSet<Outcome.Answer> OBSERVE_AGAIN =
      ImmutableSet.of(Outcome.Answer.CONFLICT, Outcome.Answer.GONE);

  private record Told(@Nullable ClaimKey member, Blocker reason, String object, boolean overdue) {}

  private final Map<GroupRef, ImmutableSet<Told>> blockers = new ConcurrentHashMap<>();
  private final Map<GroupRef, ImmutableSet<String>> warnings = new ConcurrentHashMap<>();

  /** Writes that failed, with the answer that was told, until they succeed. */
  private final Map<String, Outcome> failures = new ConcurrentHashMap<>();

  void result(GroupRef group, PassResult result, Instant now) {
    result.applied().forEach(applied -> applied(group, applied));
    if (result.held() != null) {
      log.debug("{}: held: {}", group, result.held());
    }
    GroupDecision decision = result.decision();
    if (decision != null) {
      blockers(group, decision, now);
    }
  }

  /** What is wrong with the VRG itself; told once for as long as it stays so. */
  void warnings(GroupRef group, Iterable<String> found) {
    ImmutableSet<String> current = ImmutableSet.copyOf(found);
    ImmutableSet<String> before = orNone(warnings.put(group, current));
    current.stream()
        .filter(warning -> !before.contains(warning))
        .forEach(warning -> log.warn("{}: {}", group, warning));
  }

  /** An answer to a status write; a conflict is usual and is not told. */
  void status(GroupRef group, Outcome outcome) {
    String write = group + ": status";
    if (outcome.isApplied()) {
      failures.remove(write);
    } else if (!OBSERVE_AGAIN.contains(outcome.answer())
        && !outcome.equals(failures.put(write, outcome))) {
      log.warn("{}: {}: {}", write, outcome.answer(), outcome.message());
    }
  }

  void forget(GroupRef group) {
    blockers.remove(group);
    failures.keySet().removeIf(write -> write.startsWith(group.toString()));
    warnings.remove(group);
  }

  private void applied(GroupRef group, Applied applied) {
    String who = applied.member() == null ? group.toString() : group + " " + applied.member();
    String write =
        who + ": " + applied.action().getClass().getSimpleName() + " " + applied.action().target();
    Outcome outcome = applied.outcome();
    if (outcome.isApplied()) {
      failures.remove(write);
      log.info("{}", write);
    } else if (OBSERVE_AGAIN.contains(outcome.answer())) {
      log.info("{}: {}, observing again: {}", write, outcome.answer(), outcome.message());
    } else if (!outcome.equals(failures.put(write, outcome))) {
      log.warn("{}: {}: {}", write, outcome.answer(), outcome.message());
    }
  }

  private void blockers(GroupRef group, GroupDecision decision, Instant now) {
    ImmutableSet<Told> before = orNone(blockers.get(group));
    ImmutableSet.Builder<Told> current = ImmutableSet.builder();
    for (Blocked blocked : decision.blockers()) {
      current.add(tell(group, null, blocked, before, now));
    }
    for (Decision member : decision.members()) {
      for (Blocked blocked : member.blockers()) {
        current.add(tell(group, member.member(), blocked, before, now));
      }
    }
    blockers.put(group, current.build());
  }

  private static Told tell(
      GroupRef group,
      @Nullable ClaimKey member,
      Blocked blocked,
      ImmutableSet<Told> before,
      Instant now) {
    Told told = new Told(member, blocked.reason(), blocked.object(), blocked.isOverdue(now));
    if (!before.contains(told)) {
      log.warn(
          "{}: waits{}: {}: {}: {}. {}",
          member == null ? group : group + " " + member,
          told.overdue ? ", longer than it should" : "",
          blocked.reason(),
          blocked.object(),
          blocked.message(),
          blocked.reason().remedy());
    }
    return told;
  }

  private static <T> ImmutableSet<T> orNone(@Nullable ImmutableSet<T> set) {
    return set == null ? ImmutableSet.of() : set;
  }
}
