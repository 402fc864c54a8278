// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Listed;

/**
 * The group's part of step 6 (design §5.3): no member is armed before every frozen member is
 * fenced.
 *
 * @param laggards members that are not fenced yet by what this snapshot shows
 * @param lateClaims claims that the group selects or protects and the freeze does not name (design
 *     §5.2)
 */
record Barrier(ImmutableList<String> laggards, Listed<ClaimKey> lateClaims) {
  /** Holds nobody back: for asking a member whether it is fenced itself. */
  static final Barrier NONE = new Barrier(ImmutableList.of(), Listed.none());

  void addTo(Member member, Waits waits) {
    waits.ifUnknown(lateClaims, "PersistentVolumeClaims");
    if (!lateClaims.known().isEmpty()) {
      waits.add(
          Blocker.MEMBERS_NOT_READY,
          "group " + member.intent().group(),
          "selects claims that came after the handoff had started: " + lateClaims.known());
    }
    if (!laggards.isEmpty()) {
      waits.add(
          Blocker.MEMBERS_NOT_READY,
          "group " + member.intent().group(),
          "waits for members that are not fenced yet: " + laggards);
    }
  }
}
