// SPDX-License-Identifier: Apache-2.0

/** What may depend on what. */
@NullMarked
package io.volsynchandoff.architecture;

import org.jspecify.annotations.NullMarked;
