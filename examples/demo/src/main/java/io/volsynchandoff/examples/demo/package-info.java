// SPDX-License-Identifier: Apache-2.0

/** A whole handoff without a cluster. */
@NullMarked
package io.volsynchandoff.examples.demo;

import org.jspecify.annotations.NullMarked;
