// SPDX-License-Identifier: Apache-2.0

/**
 * Pure models of whoever acts on a cluster: each looks at a cluster as it sees it and offers the
 * steps that it could take next.
 *
 * <p>A step is computed on what was seen and applied to what is: where the two differ it behaves as
 * the real one does on a stale cache, whose conditional writes conflict and whose unconditional
 * ones stand.
 */
@NullMarked
package io.volsynchandoff.testkit.model;

import org.jspecify.annotations.NullMarked;
