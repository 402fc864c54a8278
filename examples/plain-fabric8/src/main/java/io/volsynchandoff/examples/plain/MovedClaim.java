// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** Where one claim of a move stands. */
public record MovedClaim(String name, String phase, List<Condition> conditions) {
  public MovedClaim {
    conditions = List.copyOf(conditions);
  }
}
