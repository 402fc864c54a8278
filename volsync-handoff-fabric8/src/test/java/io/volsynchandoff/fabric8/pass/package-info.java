// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.volsynchandoff.fabric8.pass;

import org.jspecify.annotations.NullMarked;
