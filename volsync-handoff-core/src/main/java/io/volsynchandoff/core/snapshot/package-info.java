// SPDX-License-Identifier: Apache-2.0

/** What the cluster looked like when it was read. */
@NullMarked
package io.volsynchandoff.core.snapshot;

import org.jspecify.annotations.NullMarked;
