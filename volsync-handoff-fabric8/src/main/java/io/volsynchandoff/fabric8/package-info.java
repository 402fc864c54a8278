// SPDX-License-Identifier: Apache-2.0

/** Snapshots and actions by way of the fabric8 Kubernetes client. */
@NullMarked
package io.volsynchandoff.fabric8;

import org.jspecify.annotations.NullMarked;
