// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.read.ClusterReads;

/** One group as the embedding program keeps it. Publishing its status is the program's business. */
public interface GroupPort {
  /** From the program's cache; no request. */
  GroupFacts observe();

  /**
   * From the API server, by one GET: absent where the group is gone, unknown where the read failed.
   * A pass that needs it and does not get it writes nothing.
   */
  Observed<GroupFacts> observeLive();

  /**
   * The claims that the group selects among those that {@code reads} has. The pass asks again once
   * it has read the claims live, as nothing may be frozen on what a cache selects (design §5.2);
   * the answer then takes the place of {@code intent.selected()}.
   */
  Listed<ClaimKey> selected(GroupIntent intent, ClusterReads reads);

  /** Writes a group action, conditional on its target's resourceVersion. */
  Outcome apply(GroupAction action);
}
