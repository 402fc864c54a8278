// SPDX-License-Identifier: Apache-2.0

/**
 * What is read from a cluster: views of API objects, a cache of them, and live reads over it. What
 * could not be read is unknown, never absent (design §7 rule 8).
 */
@NullMarked
package io.volsynchandoff.fabric8.read;

import org.jspecify.annotations.NullMarked;
