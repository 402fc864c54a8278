// SPDX-License-Identifier: Apache-2.0

/**
 * The VolumeReplicationGroup as the source of a group's intent: its types and CRD, how it is read,
 * how its finalizer, freeze and status are written (design §8; facts §4.2).
 */
@NullMarked
package io.volsynchandoff.controller.vrg;

import org.jspecify.annotations.NullMarked;
