// SPDX-License-Identifier: Apache-2.0

/** A handoff inside a program that has a fabric8 client already. */
@NullMarked
package io.volsynchandoff.examples.plain;

import org.jspecify.annotations.NullMarked;
