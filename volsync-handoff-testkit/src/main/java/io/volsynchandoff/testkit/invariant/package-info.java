// SPDX-License-Identifier: Apache-2.0

/**
 * The rules that nothing may break (design §7), as predicates over what happened to a simulated
 * cluster: written without a look at how the planner does it.
 */
@NullMarked
package io.volsynchandoff.testkit.invariant;

import org.jspecify.annotations.NullMarked;
