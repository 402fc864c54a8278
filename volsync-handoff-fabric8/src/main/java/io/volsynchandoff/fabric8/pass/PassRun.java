// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.fabric8.apply.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One pass over one group: rounds of deciding and reading, then the writes. */
final class PassRun {
  /** Each round brings what was asked for; a planner that asks for more than this is astray. */
  private static final int MOST_ROUNDS = 10;

  /** When a read that failed is tried again. */
  private static final Duration READ_RETRY = Duration.ofSeconds(5);

  /** When a secret, which is not watched, is looked for again. */
  private static final Duration SECRET_RETRY = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(PassRun.class);

  /** A member's write or dry run. */
  private record Task(ClaimKey member, MemberAction action) {}

  private final PassTools tools;
  private final GroupPort group;
  private final GroupRef ref;
  private final PassView view;

  PassRun(PassTools tools, GroupPort group, GroupFacts facts) {
    this.tools = tools;
    this.group = group;
    this.ref = facts.intent().group();
    this.view = new PassView(tools, group, facts);
  }

  PassResult run() {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      GroupSnapshot snapshot = snapshot();
      GroupDecision decision = decide(snapshot);
      ImmutableSet<Evidence> needed = Evidences.toRead(decision, snapshot.live());
      List<Task> rehearsals = rehearsals(decision);
      if (needed.isEmpty() && rehearsals.isEmpty()) {
        return carryOut(decision, snapshot);
      }
      String held = view.read(needed, decision, snapshot);
      if (held != null) {
        return new PassResult(null, ImmutableList.of(), held, READ_RETRY);
      }
      rehearse(rehearsals);
    }
    return new PassResult(
        null, ImmutableList.of(), "what was read kept changing the decision", READ_RETRY);
  }

  private GroupSnapshot snapshot() {
    return view.snapshot(tools.rehearsals().known(ref, view.handoff(), now()));
  }

  private GroupDecision decide(GroupSnapshot snapshot) {
    return tools.planner().decide(snapshot, now());
  }

  private Instant now() {
    return tools.clock().instant();
  }

  private static List<Task> rehearsals(GroupDecision decision) {
    return decision.members().stream()
        .flatMap(
            member -> member.rehearsals().stream().map(action -> new Task(member.member(), action)))
        .toList();
  }

  private void rehearse(List<Task> tasks) {
    ImmutableList<Rehearsal> answers =
        tools
            .tasks()
            .each(
                tasks,
                task -> tools.applier().rehearse(task.action()),
                failed ->
                    new Rehearsal(
                        failed.input().action(),
                        Rehearsal.Answer.UNKNOWN,
                        describe(failed.failure()),
                        false));
    for (int i = 0; i < tasks.size(); i++) {
      ClaimKey member = tasks.get(i).member();
      tools.rehearsals().remember(ref, view.handoff(), member, answers.get(i), now());
    }
  }

  private PassResult carryOut(GroupDecision decision, GroupSnapshot snapshot) {
    GroupAction action = decision.action();
    ImmutableSet<Action> cached = cachedTargets(decision);
    ImmutableList<Applied> applied =
        action == null ? applyMembers(decision) : ImmutableList.of(applyGroup(action));
    boolean refused = false;
    for (Applied each : applied) {
      tools
          .ownWrites()
          .record(ref, each.action(), each.outcome(), cached.contains(each.action()), now());
      refused |= isRefused(each);
    }
    // Decided once more, so that the refusal is what is published (design §7 rule 9).
    GroupDecision told = refused ? decide(snapshot()) : decision;
    Duration wake = wake(told, applied);
    return new PassResult(
        told, applied, null, awaitsSecret(told, snapshot) ? earlier(wake, SECRET_RETRY) : wake);
  }

  /** The actions whose object the cache has, before they are applied. */
  private ImmutableSet<Action> cachedTargets(GroupDecision decision) {
    return Stream.concat(
            Stream.ofNullable(decision.action()),
            decision.members().stream().flatMap(member -> Stream.ofNullable(member.action())))
        .filter(action -> OwnWrites.isCached(action, tools.eyes()))
        .collect(ImmutableSet.toImmutableSet());
  }

  private boolean isRefused(Applied applied) {
    ClaimKey member = applied.member();
    return member != null
        && applied.action() instanceof MemberAction action
        && tools
            .rehearsals()
            .rememberRefused(ref, view.handoff(), member, action, applied.outcome(), now());
  }

  private Applied applyGroup(GroupAction action) {
    return new Applied(null, action, group.apply(action));
  }

  private ImmutableList<Applied> applyMembers(GroupDecision decision) {
    ImmutableList.Builder<Task> tasks = ImmutableList.builder();
    for (Decision member : decision.members()) {
      MemberAction action = member.action();
      if (action != null) {
        tasks.add(new Task(member.member(), action));
      }
    }
    return tools
        .tasks()
        .each(
            tasks.build(),
            task -> new Applied(task.member(), task.action(), tools.applier().apply(task.action())),
            failed -> failed(failed.input(), failed.failure()));
  }

  /** Not an answer of the server: an error of ours, or an executor that is being shut down. */
  private static Applied failed(Task task, RuntimeException failure) {
    LOG.error("{} of {} failed", task.action().getClass().getSimpleName(), task.member(), failure);
    Outcome outcome = Outcome.failed(Outcome.Answer.TRANSIENT, describe(failure));
    return new Applied(task.member(), task.action(), outcome);
  }

  private static String describe(RuntimeException failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  private @Nullable Duration wake(GroupDecision decision, ImmutableList<Applied> applied) {
    Duration wake = decision.wakeAfter();
    for (Applied each : applied) {
      wake = earlier(wake, each.outcome().answer().retryAfter());
    }
    if (view.hasFailedReads()) {
      wake = earlier(wake, READ_RETRY);
    }
    return wake;
  }

  /** No watch tells of a secret, nor that secrets may be read again. */
  private boolean awaitsSecret(GroupDecision decision, GroupSnapshot snapshot) {
    boolean unread = snapshot.members().stream().anyMatch(member -> member.secrets().isUnknown());
    return decision.isBlockedBy(Blocker.SECRET_MISSING) || (unread && !view.handoff().isEmpty());
  }

  private static @Nullable Duration earlier(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) <= 0 ? one : other;
  }
}
