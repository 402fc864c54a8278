// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.action.MemberAction.ArmSource;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.testkit.state.ClusterState;

/** Applies an action to a cluster, or rehearses it: pure, with admission as an argument. */
final class ActionWrites {
  private ActionWrites() {}

  static Written write(ClusterState state, Action action, Admission admission) {
    String refusal = admission.refusalOf(action);
    if (refusal != null) {
      return Written.not(Answer.REFUSED, state, refusal);
    }
    return action instanceof MemberAction member
        ? admitted(state, member, admission)
        : ((GroupAction) action).accept(new GroupWrites(state));
  }

  private static Written admitted(ClusterState state, MemberAction action, Admission admission) {
    if (action instanceof ArmSource arm && admission.prunesMoverPodLabels()) {
      return SourceWrites.arm(state, withoutLabels(arm)).pruned();
    }
    return action.accept(new MemberWrites(state));
  }

  private static ArmSource withoutLabels(ArmSource arm) {
    return new ArmSource(
        arm.target(),
        arm.mover(),
        arm.temporaryClaim(),
        arm.tag(),
        ImmutableMap.of(),
        arm.journal());
  }

  /** A server-side dry run: the answer of the write, and no write. */
  static Rehearsal rehearse(ClusterState state, MemberAction action, Admission admission) {
    Written written = write(state, action, admission);
    return new Rehearsal(
        action, answer(written.answer()), written.message(), written.moverPodLabelsKept());
  }

  private static Rehearsal.Answer answer(Answer answer) {
    return switch (answer) {
      case APPLIED -> Rehearsal.Answer.PASSED;
      case EXISTS -> Rehearsal.Answer.EXISTS;
      case REFUSED -> Rehearsal.Answer.REFUSED;
      case CONFLICT, GONE, LOST -> Rehearsal.Answer.UNKNOWN;
    };
  }
}
