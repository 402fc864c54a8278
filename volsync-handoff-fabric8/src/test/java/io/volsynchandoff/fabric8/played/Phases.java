// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.base.CaseFormat;

/** The API's words for phases. */
final class Phases {
  private Phases() {}

  static String text(Enum<?> phase) {
    return CaseFormat.UPPER_UNDERSCORE.to(CaseFormat.UPPER_CAMEL, phase.name());
  }
}
