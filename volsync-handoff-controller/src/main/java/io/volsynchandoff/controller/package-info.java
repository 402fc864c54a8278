// SPDX-License-Identifier: Apache-2.0

/** The controller process and its command line. */
@NullMarked
package io.volsynchandoff.controller;

import org.jspecify.annotations.NullMarked;
