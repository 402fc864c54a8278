// SPDX-License-Identifier: Apache-2.0

/** The record of a handoff from which it goes on after a crash. */
@NullMarked
package io.volsynchandoff.core.journal;

import org.jspecify.annotations.NullMarked;
