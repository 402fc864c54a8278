// SPDX-License-Identifier: Apache-2.0

/**
 * The watch loop: a change in the cluster, or a time that a decision named, wakes the groups that
 * it concerns; each group has one pass at a time. Nothing is polled.
 */
@NullMarked
package io.volsynchandoff.controller.loop;

import org.jspecify.annotations.NullMarked;
