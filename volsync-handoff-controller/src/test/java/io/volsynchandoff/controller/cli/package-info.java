// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.volsynchandoff.controller.cli;

import org.jspecify.annotations.NullMarked;
