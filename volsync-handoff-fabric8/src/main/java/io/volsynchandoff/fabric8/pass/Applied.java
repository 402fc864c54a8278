// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.fabric8.apply.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One write of a pass.
 *
 * @param member whose it was; null for the group's own
 */
public record Applied(@Nullable ClaimKey member, Action action, Outcome outcome) {}
