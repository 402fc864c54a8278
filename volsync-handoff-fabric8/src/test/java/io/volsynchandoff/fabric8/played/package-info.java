// SPDX-License-Identifier: Apache-2.0

/**
 * A cluster without a cluster: a mock API server that keeps the preconditions of writes, and the
 * testkit's models played against an API server. For tests and the demo.
 */
@NullMarked
package io.volsynchandoff.fabric8.played;

import org.jspecify.annotations.NullMarked;
