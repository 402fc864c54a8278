// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.core.snapshot.Rehearsal.Answer;
import io.volsynchandoff.fabric8.ServerWords;
import java.util.Map;
import java.util.function.Function;

/** What a server-side dry run says of an action (design §5.3 step 1). */
final class DryRuns {
  Rehearsal rehearse(MemberAction action, Function<Write, GenericKubernetesResource> sender) {
    boolean rehearsed =
        action instanceof MemberAction.CreateTemporaryClaim
            || action instanceof MemberAction.ArmSource;
    if (!rehearsed) {
      throw new IllegalArgumentException("not rehearsed: " + action);
    }
    GenericKubernetesResource returned;
    try {
      returned = sender.apply(Writes.of(action));
    } catch (KubernetesClientException e) {
      return new Rehearsal(action, answer(Answers.of(e).answer()), ServerWords.of(e), false);
    } catch (IllegalArgumentException e) {
      return new Rehearsal(action, Answer.REFUSED, "the write could not be made: " + e, false);
    }
    return new Rehearsal(action, Answer.PASSED, "", labelsKept(action, returned));
  }

  /** A name that is taken by T of an earlier try is taken too: the planner sees whose it is. */
  private static Answer answer(Outcome.Answer answer) {
    return switch (answer) {
      case EXISTS -> Answer.EXISTS;
      case FORBIDDEN, FATAL -> Answer.REFUSED;
      case APPLIED, CONFLICT, GONE, TRANSIENT -> Answer.UNKNOWN;
    };
  }

  private static boolean labelsKept(MemberAction action, GenericKubernetesResource returned) {
    if (!(action instanceof MemberAction.ArmSource arm)) {
      return false;
    }
    Object labels = returned.get("spec", arm.mover().field(), "moverPodLabels");
    return labels instanceof Map<?, ?> map
        && map.entrySet().containsAll(arm.moverPodLabels().entrySet());
  }
}
