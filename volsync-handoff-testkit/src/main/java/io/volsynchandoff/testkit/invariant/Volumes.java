// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.invariant;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.Proof;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.model.VolSyncNames;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import org.jspecify.annotations.Nullable;

/** What journals say of volumes, and what is true of their data. */
final class Volumes {
  private Volumes() {}

  static @Nullable VolumeJournal journal(@Nullable VolumeView volume) {
    return volume == null ? null : volume.journal().orNull();
  }

  static @Nullable Proof proof(@Nullable VolumeView volume) {
    VolumeJournal journal = journal(volume);
    HandoffRecord handoff = journal == null ? null : journal.handoff();
    return handoff == null ? null : handoff.proof();
  }

  static ImmutableList<VolumeView> journalled(ClusterState state) {
    return state.all(Kinds.VOLUMES).values().stream()
        .filter(volume -> journal(volume) != null)
        .collect(ImmutableList.toImmutableList());
  }

  /** The volume whose journal bears the claim, or null. */
  static @Nullable VolumeView of(ClusterState state, ClaimKey claim) {
    return journalled(state).stream()
        .filter(volume -> volume.journal().matches(j -> j.claim().key().equals(claim)))
        .findFirst()
        .orElse(null);
  }

  /** What the storage of the volume holds; null where it was deleted. */
  static @Nullable Content content(ClusterState state, VolumeView volume) {
    return state.truth().contents().get(volume.handle());
  }

  /** What the source of that name has on the other side. */
  static @Nullable Content replica(ClusterState state, ClaimKey source) {
    return state.truth().replicas().get(VolSyncNames.replica(source));
  }

  static ClaimKey sourceOf(VolumeJournal journal, Proof proof) {
    return new ClaimKey(journal.claim().key().namespace(), proof.sourceName());
  }

  /** True while a process of an application has hands on the storage, or is about to. */
  static boolean isInHands(ClusterState state, VolumeView volume) {
    return state.truth().mounts().values().stream()
        .anyMatch(mount -> mount.storage().equals(volume.handle()) && mount.sendsTo() == null);
  }
}
