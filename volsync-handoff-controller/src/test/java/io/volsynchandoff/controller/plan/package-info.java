// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.volsynchandoff.controller.plan;

import org.jspecify.annotations.NullMarked;
