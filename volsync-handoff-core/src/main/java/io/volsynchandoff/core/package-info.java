// SPDX-License-Identifier: Apache-2.0

/** The handoff state machine: decides, does nothing itself. */
@NullMarked
package io.volsynchandoff.core;

import org.jspecify.annotations.NullMarked;
