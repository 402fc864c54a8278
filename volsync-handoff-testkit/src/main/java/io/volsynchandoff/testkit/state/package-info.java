// SPDX-License-Identifier: Apache-2.0

/**
 * A cluster as one immutable value: the API objects as the core's views, and beneath them what no
 * API object tells.
 *
 * <p>Equal clusters are equal values, so that an explorer can keep them in a set: versions and uids
 * are counted per object, and writes to different objects give the same state in either order.
 */
@NullMarked
package io.volsynchandoff.testkit.state;

import org.jspecify.annotations.NullMarked;
