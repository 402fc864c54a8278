// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.Rehearsal;
import org.jspecify.annotations.Nullable;

/**
 * Answers that the server gave to a write, tried or meant: a refusal is a wait with the server's
 * words (design §7 rule 9).
 */
final class Refusals {
  private Refusals() {}

  /** The answer to a write of that kind on that object; null where none is known. */
  static @Nullable Rehearsal answerTo(Member member, MemberAction action) {
    return member.seen().rehearsals().stream()
        .filter(r -> r.action().getClass() == action.getClass())
        .filter(r -> r.action().target().uid().equals(action.target().uid()))
        .findFirst()
        .orElse(null);
  }

  static void add(Member member, MemberAction action, Rehearsal rehearsal, Waits waits) {
    String what = action.getClass().getSimpleName() + " on " + action.target();
    waits
        .add(Blocker.WRITE_REFUSED, what, rehearsal.message())
        .retryAfter(member.policy().refusedRetry());
  }

  /** The step itself, or a wait while the server refuses its write. */
  static Step unlessRefused(Member member, Step step) {
    MemberAction action = step.action();
    Rehearsal rehearsal = action == null ? null : answerTo(member, action);
    if (action == null || rehearsal == null || rehearsal.answer() != Rehearsal.Answer.REFUSED) {
      return step;
    }
    Waits waits = member.waits();
    add(member, action, rehearsal, waits);
    return Step.await(step.phase(), waits);
  }
}
