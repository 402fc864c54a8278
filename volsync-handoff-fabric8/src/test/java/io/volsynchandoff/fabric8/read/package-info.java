// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.volsynchandoff.fabric8.read;

import org.jspecify.annotations.NullMarked;
