// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.journal;

/**
 * The id of one relocation of one group: {@code <first 8 of the group's uid>-<its number when it
 * started>} (design §2). Tags are {@code handoff-<id>-<attempt>} and are never used twice.
 */
public record HandoffId(String text) {
  public static HandoffId of(String groupUid, long number) {
    return new HandoffId(groupUid.substring(0, Math.min(8, groupUid.length())) + "-" + number);
  }

  /** The tag of an attempt; attempts count from 1. */
  public String tag(int attempt) {
    return tagPrefix() + attempt;
  }

  /** More attempts than any handoff makes: a higher number was not written by us. */
  public static final int MOST_ATTEMPTS = 999_999;

  /** The attempt that a tag belongs to, or 0 where it is no tag of this handoff. */
  public int attemptOf(String tag) {
    if (!tag.startsWith(tagPrefix())) {
      return 0;
    }
    String attempt = tag.substring(tagPrefix().length());
    return attempt.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(attempt) : 0;
  }

  private String tagPrefix() {
    return "handoff-" + text + "-";
  }

  @Override
  public String toString() {
    return text;
  }
}
