// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.journal;

/**
 * A spec as it was read, in JSON: carried through journals and never looked into by the planner.
 */
public record OpaqueSpec(String json) {
  public static final OpaqueSpec EMPTY = new OpaqueSpec("{}");
}
