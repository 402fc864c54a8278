// SPDX-License-Identifier: Apache-2.0

/** What is to be done next, as values. */
@NullMarked
package io.volsynchandoff.core.action;

import org.jspecify.annotations.NullMarked;
