// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.journal;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupIntent;
import org.jspecify.annotations.Nullable;

/**
 * The handoff as the group records it: members are these, whatever the selector finds (design
 * §5.2).
 */
public record Freeze(
    HandoffId id, GroupIntent.RequestedAction action, ImmutableList<FrozenMember> members) {
  /** JSON around the values of one member, and a little more. */
  private static final int MEMBER_FRAME = 80;

  private static final int FRAME = 128;

  public @Nullable FrozenMember member(ClaimKey claim) {
    return members.stream().filter(m -> m.claim().equals(claim)).findFirst().orElse(null);
  }

  /** An upper bound of the annotation's size in bytes, as the adapter writes it. */
  public int sizeBound() {
    return FRAME + id.text().length() + members.stream().mapToInt(Freeze::sizeBound).sum();
  }

  private static int sizeBound(FrozenMember member) {
    String source = member.sourceUid();
    return MEMBER_FRAME
        + member.claim().namespace().length()
        + member.claim().name().length()
        + member.claimUid().length()
        + member.volume().length()
        + (source == null ? 4 : source.length())
        + member.nodes().stream().mapToInt(node -> node.length() + 3).sum();
  }
}
