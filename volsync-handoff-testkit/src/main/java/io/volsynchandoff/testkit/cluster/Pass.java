// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.snapshot.ClaimKey;
import org.jspecify.annotations.Nullable;

/** What one pass of a controller decided, and what the server said to its writes. */
public record Pass(GroupDecision decision, ImmutableList<Applied> applied) {

  /**
   * One write.
   *
   * @param member whose write it was; null for the group's own
   */
  public record Applied(@Nullable ClaimKey member, Action action, Answer answer) {}
}
