// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.Evidence;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;

/** Says of a decision what a test is about: phase, action, blockers, needs. */
final class DecisionAssert extends AbstractAssert<DecisionAssert, Decision> {
  private DecisionAssert(Decision actual) {
    super(actual, DecisionAssert.class);
  }

  static DecisionAssert assertDecision(Decision actual) {
    return new DecisionAssert(actual);
  }

  DecisionAssert isAt(Phase phase) {
    assertThat(actual.phase()).as(description()).isEqualTo(phase);
    return this;
  }

  /** Exactly this write, content and version included. */
  DecisionAssert writes(MemberAction action) {
    assertThat(actual.action()).as(description()).isEqualTo(action);
    return this;
  }

  <A extends MemberAction> A writes(Class<A> kind) {
    assertThat(actual.action()).as(description()).isInstanceOf(kind);
    return Objects.requireNonNull(kind.cast(actual.action()));
  }

  DecisionAssert writesNothing() {
    assertThat(actual.action()).as(description()).isNull();
    return this;
  }

  /** Nothing is written, and exactly these are the reasons, each once or more. */
  DecisionAssert waitsFor(Blocker... blockers) {
    return writesNothing().tells(blockers);
  }

  /** Exactly these are told, whether something is written or not. */
  DecisionAssert tells(Blocker... blockers) {
    assertThat(actual.blockers())
        .as(description())
        .extracting(Blocked::reason)
        .containsOnly(blockers);
    return this;
  }

  DecisionAssert tellsNothing() {
    assertThat(actual.blockers()).as(description()).isEmpty();
    return this;
  }

  DecisionAssert needs(Evidence... evidence) {
    assertThat(actual.needs()).as(description()).containsExactlyInAnyOrder(evidence);
    return this;
  }

  DecisionAssert needsNothing() {
    assertThat(actual.needs()).as(description()).isEmpty();
    return this;
  }

  /** Nothing to do, nothing to say, nothing to read, nothing to rehearse. */
  DecisionAssert rests(Phase phase) {
    assertThat(actual.rehearsals()).as(description()).isEmpty();
    return isAt(phase).writesNothing().tellsNothing().needsNothing();
  }

  private String description() {
    return actual.phase()
        + " action: "
        + actual.action()
        + " blockers: "
        + actual.blockers()
        + " needs: "
        + actual.needs();
  }
}
