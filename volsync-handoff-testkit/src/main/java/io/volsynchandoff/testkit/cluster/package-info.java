// SPDX-License-Identifier: Apache-2.0

/**
 * A cluster in memory that takes the core's actions under the conditions of a real API server, and
 * a controller that runs the planner on it with stale views, crashes and lost answers.
 */
@NullMarked
package io.volsynchandoff.testkit.cluster;

import org.jspecify.annotations.NullMarked;
