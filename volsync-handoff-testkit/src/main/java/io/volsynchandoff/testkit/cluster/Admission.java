// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.action.Action;
import org.jspecify.annotations.Nullable;

/**
 * What stands between a write and the server's store.
 *
 * @param refused the server's words by the kind of action that is refused (quota, policy, RBAC)
 * @param prunesMoverPodLabels true where VolSync's CRD is too old to keep {@code moverPodLabels}
 *     (before 0.9, design §5.4)
 */
public record Admission(
    ImmutableMap<Class<? extends Action>, String> refused, boolean prunesMoverPodLabels) {

  public static Admission open() {
    return new Admission(ImmutableMap.of(), false);
  }

  public static Admission refusing(Class<? extends Action> kind, String words) {
    return new Admission(ImmutableMap.of(kind, words), false);
  }

  public static Admission withOldVolSync() {
    return new Admission(ImmutableMap.of(), true);
  }

  /** Why the action is refused, or null. */
  @Nullable String refusalOf(Action action) {
    return refused.get(action.getClass());
  }
}
