// SPDX-License-Identifier: Apache-2.0

/**
 * What would happen: one decision for each group, from a cluster or from files, told as text or
 * JSON. Nothing is written, and nothing is rehearsed.
 */
@NullMarked
package io.volsynchandoff.controller.plan;

import org.jspecify.annotations.NullMarked;
