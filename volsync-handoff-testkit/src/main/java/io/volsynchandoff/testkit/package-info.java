// SPDX-License-Identifier: Apache-2.0

/** An in-memory world to run handoffs in. */
@NullMarked
package io.volsynchandoff.testkit;

import org.jspecify.annotations.NullMarked;
