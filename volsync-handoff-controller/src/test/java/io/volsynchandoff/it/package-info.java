// SPDX-License-Identifier: Apache-2.0

/** Integration tests against a real Kubernetes control plane. */
@NullMarked
package io.volsynchandoff.it;

import org.jspecify.annotations.NullMarked;
