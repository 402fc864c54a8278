// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableListMultimap;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.fabric8.apply.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What the server has said to dry runs, and to writes that it refused, for one handoff of each
 * group. A dry run that passed is done once; any other answer is forgotten after a while, so that
 * the write is tried again.
 */
final class RehearsalMemory {
  /** One kind of write on one object, whatever its version and its content. */
  private record Subject(ClaimKey member, Class<? extends MemberAction> kind, String uid) {
    static Subject of(ClaimKey member, MemberAction action) {
      return new Subject(member, action.getClass(), action.target().uid());
    }
  }

  private record Answered(Rehearsal rehearsal, Instant at) {}

  private record Handoff(String id, Map<Subject, Answered> answers) {}

  private final Duration kept;
  private final Map<GroupRef, Handoff> handoffs = new HashMap<>();

  /**
   * @param kept how long an answer other than "passed" is remembered
   */
  RehearsalMemory(Duration kept) {
    this.kept = kept;
  }

  /**
   * The answers that still hold.
   *
   * @param id of the handoff, empty where there is none: those of another are forgotten
   */
  synchronized ImmutableListMultimap<ClaimKey, Rehearsal> known(
      GroupRef group, String id, Instant now) {
    Map<Subject, Answered> answers = answers(group, id);
    answers.values().removeIf(it -> isOld(it, now));
    if (answers.isEmpty()) {
      handoffs.remove(group);
    }
    ImmutableListMultimap.Builder<ClaimKey, Rehearsal> known = ImmutableListMultimap.builder();
    answers.forEach((subject, it) -> known.put(subject.member(), it.rehearsal()));
    return known.build();
  }

  synchronized void remember(
      GroupRef group, String id, ClaimKey member, Rehearsal rehearsal, Instant now) {
    answers(group, id).put(Subject.of(member, rehearsal.action()), new Answered(rehearsal, now));
  }

  /** Notes a write that the server refused; true if it was one. */
  boolean rememberRefused(
      GroupRef group,
      String id,
      ClaimKey member,
      MemberAction action,
      Outcome outcome,
      Instant now) {
    boolean refused =
        outcome.answer() == Outcome.Answer.FORBIDDEN || outcome.answer() == Outcome.Answer.FATAL;
    if (refused) {
      Rehearsal refusal = new Rehearsal(action, Rehearsal.Answer.REFUSED, outcome.message(), false);
      remember(group, id, member, refusal, now);
    }
    return refused;
  }

  synchronized void forget(GroupRef group) {
    handoffs.remove(group);
  }

  private Map<Subject, Answered> answers(GroupRef group, String id) {
    Handoff handoff = handoffs.get(group);
    if (handoff == null || !handoff.id().equals(id)) {
      handoff = new Handoff(id, new HashMap<>());
      handoffs.put(group, handoff);
    }
    return handoff.answers();
  }

  private boolean isOld(Answered answered, Instant now) {
    return answered.rehearsal().answer() != Rehearsal.Answer.PASSED
        && !now.isBefore(answered.at().plus(kept));
  }
}
