// SPDX-License-Identifier: Apache-2.0

/**
 * One pass over one group: observe, decide, read live what the decision needs, and write. The
 * caller runs at most one pass per group at a time, runs one whenever something of the group
 * changed and when the last result's {@code wakeAfter} is over, and publishes the decision's
 * conditions.
 */
@NullMarked
package io.volsynchandoff.fabric8.pass;

import org.jspecify.annotations.NullMarked;
