// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.apply.Outcome;

/** One group as the embedding program keeps it. Publishing its status is the program's business. */
public interface GroupPort {
  /** From the program's cache; no request. */
  GroupFacts observe();

  /**
   * From the API server, by one GET: absent where the group is gone, unknown where the read failed.
   * A pass that needs it and does not get it writes nothing.
   */
  Observed<GroupFacts> observeLive();

  /** Writes a group action, conditional on its target's resourceVersion. */
  Outcome apply(GroupAction action);
}
