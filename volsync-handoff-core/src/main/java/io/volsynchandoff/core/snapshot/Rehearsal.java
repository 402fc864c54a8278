// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import io.volsynchandoff.core.action.MemberAction;

/**
 * The answer to a server-side dry run of an action (design §5.3 step 1).
 *
 * @param action what was rehearsed
 * @param answer what the server said
 * @param message the server's words; empty when it passed
 * @param moverPodLabelsKept for an arming patch, whether {@code moverPodLabels} came back
 */
public record Rehearsal(
    MemberAction action, Answer answer, String message, boolean moverPodLabelsKept) {
  public enum Answer {
    PASSED,
    /** The name is taken. */
    EXISTS,
    /** Quota, admission, validation or RBAC. */
    REFUSED,
    /** Not known: a conflict or a failing server. */
    UNKNOWN
  }
}
