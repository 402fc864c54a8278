// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableListMultimap;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Rehearsal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answers to dry runs that a controller remembers: one that passed for as long as it lives, any
 * other until it is time to ask again.
 */
final class Rehearsals {
  /** One kind of write on one object: the last answer to it holds. */
  private record Subject(ClaimKey member, Class<? extends MemberAction> kind, String uid) {
    static Subject of(ClaimKey member, MemberAction action) {
      return new Subject(member, action.getClass(), action.target().uid());
    }
  }

  private record Remembered(Rehearsal rehearsal, Instant at) {
    boolean isOld(Instant now, Duration kept) {
      return rehearsal.answer() != Rehearsal.Answer.PASSED && !now.isBefore(at.plus(kept));
    }
  }

  private final SimulatedCluster cluster;
  private final Duration kept;
  private final Map<Subject, Remembered> remembered = new LinkedHashMap<>();

  Rehearsals(SimulatedCluster cluster, Duration kept) {
    this.cluster = cluster;
    this.kept = kept;
  }

  void forgetOld() {
    Instant now = cluster.state().clock();
    remembered.values().removeIf(each -> each.isOld(now, kept));
  }

  ImmutableListMultimap<ClaimKey, Rehearsal> known() {
    ImmutableListMultimap.Builder<ClaimKey, Rehearsal> known = ImmutableListMultimap.builder();
    remembered.forEach((subject, each) -> known.put(subject.member(), each.rehearsal()));
    return known.build();
  }

  /** A write that the server refused is remembered like a dry run that it refused. */
  void remember(ClaimKey member, MemberAction action, Answer answer) {
    if (answer == Answer.REFUSED) {
      add(member, action);
    }
  }

  private void add(ClaimKey member, MemberAction action) {
    remembered.put(
        Subject.of(member, action),
        new Remembered(cluster.rehearse(action), cluster.state().clock()));
  }

  /** Runs what the decision asks for; true if it asked for anything. */
  boolean answer(GroupDecision decision) {
    boolean any = false;
    for (Decision member : decision.members()) {
      for (MemberAction action : member.rehearsals()) {
        add(member.member(), action);
        any = true;
      }
    }
    return any;
  }
}
