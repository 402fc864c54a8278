// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import java.time.Instant;

/** The planner, or one that decorates it: what it is shown, or what it answers. */
@FunctionalInterface
public interface Decider {
  GroupDecision decide(GroupSnapshot snapshot, Instant now);
}
