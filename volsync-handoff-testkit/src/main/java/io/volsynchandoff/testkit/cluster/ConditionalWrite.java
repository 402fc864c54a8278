// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.VersionedKind;
import java.util.function.UnaryOperator;

/** Writes with the conditions that an action's target stands for (design §7 rule 5). */
final class ConditionalWrite {
  private ConditionalWrite() {}

  /** A merge patch that bears the target's resourceVersion. */
  static <V> Written patch(
      ClusterState state, VersionedKind<V> kind, ObjectRef target, UnaryOperator<V> change) {
    V current = state.get(kind, target.key());
    if (current == null) {
      return Written.not(Answer.GONE, state, kind + " " + target + " not found");
    }
    if (!kind.meta(current).ref().equals(target)) {
      return Written.not(Answer.CONFLICT, state, kind + " " + target + " has been modified");
    }
    V wanted = change.apply(current);
    if (addsFinalizer(kind.meta(current), kind.meta(wanted))) {
      return Written.not(
          Answer.REFUSED, state, "no new finalizers can be added if the object is being deleted");
    }
    return Written.applied(ApiServer.edit(state, kind, target.key(), seen -> wanted));
  }

  private static boolean addsFinalizer(Meta current, Meta wanted) {
    return current.isDeleting() && !current.finalizers().containsAll(wanted.finalizers());
  }

  /** A delete conditional on the target's uid, and on its resourceVersion where that is asked. */
  static <V> Written delete(
      ClusterState state, VersionedKind<V> kind, ObjectRef target, boolean atVersion) {
    V current = state.get(kind, target.key());
    if (current == null) {
      return Written.not(Answer.GONE, state, kind + " " + target + " not found");
    }
    ObjectRef actual = kind.meta(current).ref();
    boolean meant = atVersion ? actual.equals(target) : actual.uid().equals(target.uid());
    return meant
        ? Written.applied(ApiServer.delete(state, kind, target.key()))
        : Written.not(Answer.CONFLICT, state, "the precondition of the delete does not hold");
  }
}
