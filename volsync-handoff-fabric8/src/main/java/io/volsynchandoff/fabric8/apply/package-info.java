// SPDX-License-Identifier: Apache-2.0

/** How actions become writes, each conditional on what it was decided on, and their answers. */
@NullMarked
package io.volsynchandoff.fabric8.apply;

import org.jspecify.annotations.NullMarked;
