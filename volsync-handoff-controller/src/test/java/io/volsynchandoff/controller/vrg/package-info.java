// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.volsynchandoff.controller.vrg;

import org.jspecify.annotations.NullMarked;
