// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import io.volsynchandoff.testkit.state.ClusterState;

/**
 * The end of one write.
 *
 * @param state the cluster after it, the same as before where it was not applied
 * @param answer what the server said
 * @param message the server's words; empty where it was applied
 * @param moverPodLabelsKept false where the server took the write and pruned {@code moverPodLabels}
 */
record Written(ClusterState state, Answer answer, String message, boolean moverPodLabelsKept) {
  static Written applied(ClusterState after) {
    return new Written(after, Answer.APPLIED, "", true);
  }

  static Written not(Answer answer, ClusterState unchanged, String message) {
    return new Written(unchanged, answer, message, true);
  }

  Written pruned() {
    return new Written(state, answer, message, false);
  }
}
