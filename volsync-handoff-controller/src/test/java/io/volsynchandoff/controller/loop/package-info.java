// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.volsynchandoff.controller.loop;

import org.jspecify.annotations.NullMarked;
