// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.journal;

import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.ViewStyle;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/** What cannot be derived again about a volume, in one annotation on it (design §2, journal). */
@ViewStyle
@Value.Immutable
public interface VolumeJournal {
  enum Acting {
    PRIMARY,
    REPLICA
  }

  /** How a volume leaves our care (design §5.0, §5.1). */
  enum Ending {
    /** The VRG was deleted and the recorded policy is back. */
    RESTORED,
    /** The VRG was deleted and the volume stays on Retain. */
    KEPT,
    /** Given up by a failover: it holds the only copy of its last writes. */
    GIVEN_UP
  }

  /** The uid of the volume that the journal was written on: a copied annotation is no journal. */
  String volumeUid();

  GroupRef group();

  ClaimRecord claim();

  Acting acting();

  /** The reclaim policy before we set Retain, to be restored exactly (design §7 rule 3). */
  VolumeView.ReclaimPolicy originalPolicy();

  @Nullable HandoffRecord handoff();

  @Nullable Ending ending();

  /** The record of this very handoff, or null. */
  default @Nullable HandoffRecord handoffOf(HandoffId id) {
    HandoffRecord record = handoff();
    return record != null && record.id().equals(id) ? record : null;
  }

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableVolumeJournal.Builder {}
}
