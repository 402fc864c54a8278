// SPDX-License-Identifier: Apache-2.0

/**
 * A cluster as YAML files hold it: read safely and bounded in size, with file and line for whatever
 * is wrong.
 */
@NullMarked
package io.volsynchandoff.controller.files;

import org.jspecify.annotations.NullMarked;
