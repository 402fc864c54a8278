// SPDX-License-Identifier: Apache-2.0
/** Tests of the planner: a snapshot in, a decision out. */
@NullMarked
package io.volsynchandoff.core;

import org.jspecify.annotations.NullMarked;
