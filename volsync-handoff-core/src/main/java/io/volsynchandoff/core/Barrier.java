// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;

/**
 * The group's part of step 6 (design §5.3): no member is armed before every frozen member is
 * fenced.
 *
 * @param laggards members that are not fenced yet by what this snapshot shows
 * @param lateClaims claims that the selector finds and the freeze does not name (design §5.2)
 * @param lateUnknown why it is not known whether there are such claims; empty where it is
 */
record Barrier(
    ImmutableList<String> laggards, ImmutableList<String> lateClaims, String lateUnknown) {
  /** Holds nobody back: for asking a member whether it is fenced itself. */
  static final Barrier NONE = new Barrier(ImmutableList.of(), ImmutableList.of(), "");

  void addTo(Member member, Waits waits) {
    if (!lateUnknown.isEmpty()) {
      waits.add(Blocker.USAGE_UNKNOWN, "PersistentVolumeClaims", lateUnknown);
    }
    if (!lateClaims.isEmpty()) {
      waits.add(
          Blocker.MEMBERS_NOT_READY,
          "group " + member.intent().group(),
          "selects claims that came after the handoff had started: " + lateClaims);
    }
    if (!laggards.isEmpty()) {
      waits.add(
          Blocker.MEMBERS_NOT_READY,
          "group " + member.intent().group(),
          "waits for members that are not fenced yet: " + laggards);
    }
  }
}
