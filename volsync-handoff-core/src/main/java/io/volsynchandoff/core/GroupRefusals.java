// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.jspecify.annotations.Nullable;

/** Why nothing may be written for a group: someone else's, or its records do not fit. */
final class GroupRefusals {
  private final GroupSnapshot group;
  private final FreezeRules freezes;
  private final Waits waits;

  GroupRefusals(GroupSnapshot group, FreezeRules freezes, Waits waits) {
    this.group = group;
    this.freezes = freezes;
    this.waits = waits;
  }

  Waits all() {
    String other = group.drivenByOther();
    if (other != null) {
      waits.add(Blocker.GROUP_MANAGED_BY_OTHER, name(), "is driven by " + other);
    }
    if (group.freeze().isUnknown()) {
      addUnreadable(group.freeze().why());
      return waits;
    }
    Freeze freeze = group.freeze().orNull();
    if (freeze != null) {
      checkFreeze(freeze);
    } else {
      waits.ifUnknown(group.journalled(), "PersistentVolumes");
      waits.ifUnknown(group.intent().selected(), "PersistentVolumeClaims");
    }
    return waits;
  }

  private String name() {
    return "group " + group.intent().group();
  }

  private void addUnreadable(String why) {
    waits.add(Blocker.JOURNAL_UNREADABLE, name(), why);
  }

  /** Another object's freeze, or one that was emptied or shortened, is none (design §7 rule 6). */
  private void checkFreeze(Freeze freeze) {
    String uid = group.intent().group().uid();
    if (!freeze.id().text().startsWith(uid.substring(0, Math.min(8, uid.length())) + "-")) {
      addUnreadable("its handoff " + freeze.id() + " is that of another object");
    } else if (freeze.members().isEmpty()) {
      addUnreadable("its handoff " + freeze.id() + " names no member");
    }
    for (VolumeView volume : freezes.recorded()) {
      HandoffRecord record = recordOf(volume);
      if (record != null
          && record.id().equals(freeze.id())
          && record.memberCount() != freeze.members().size()) {
        addUnreadable(
            "its handoff names "
                + freeze.members().size()
                + " members, the journal of "
                + volume.meta().name()
                + " counts "
                + record.memberCount());
      }
    }
  }

  private static @Nullable HandoffRecord recordOf(VolumeView volume) {
    VolumeJournal journal = volume.journal().orNull();
    return journal == null ? null : journal.handoff();
  }
}
