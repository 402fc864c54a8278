// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.volsynchandoff.controller.vrg.LabelFilter;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.fabric8.read.Scope;

/**
 * What an operator chooses for a controller.
 *
 * @param policy with the admin namespaces and the deadlines
 * @param scope the namespaces whose VRGs are served and whose objects are watched
 * @param groups limits further, by labels, which VRGs are served
 * @param groupsAtOnce passes that run at a time
 * @param writesAtOnce writes and dry runs in flight, over all groups
 */
public record ControllerOptions(
    HandoffPolicy policy, Scope scope, LabelFilter groups, int groupsAtOnce, int writesAtOnce) {
  private static final int GROUPS_AT_ONCE = 8;
  private static final int WRITES_AT_ONCE = 16;

  /** Every VRG of every namespace. */
  public static ControllerOptions defaults(HandoffPolicy policy) {
    return new ControllerOptions(
        policy, Scope.allNamespaces(), LabelFilter.ALL, GROUPS_AT_ONCE, WRITES_AT_ONCE);
  }

  boolean serves(GenericKubernetesResource vrg) {
    boolean inScope =
        scope.namespaces().isEmpty()
            || scope.namespaces().contains(vrg.getMetadata().getNamespace());
    return inScope && groups.matches(vrg.getMetadata().getLabels());
  }
}
