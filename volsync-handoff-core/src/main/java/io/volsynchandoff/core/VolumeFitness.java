// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.snapshot.VolumeView;

/** Whether a volume can be handed off at all (design §5.3 step 1). */
final class VolumeFitness {
  private VolumeFitness() {}

  /** Adds what would lose the volume, or undo the handoff, on the way. */
  static void check(Member member, Waits waits) {
    VolumeView volume = member.theVolume();
    if (volume.meta().isDeleting()) {
      waits.add(
          Blocker.VOLUME_DELETING,
          member.volumeName(),
          "has been deleted and lives only while it is bound");
    }
    if (!volume.reappliedBy().isEmpty() && !member.operator().volumesNotReapplied()) {
      waits.add(
          Blocker.VOLUME_MANAGED_BY_OTHER,
          member.volumeName(),
          "claimRef or reclaim policy is declared by "
              + ImmutableSortedSet.copyOf(volume.reappliedBy()));
    }
    checkSharedHandle(member, waits);
  }

  /**
   * Another PersistentVolume for the same storage would be a way to write to it that nothing else
   * shows; it may come at any time, so that it is asked for again at the fence.
   */
  static void checkSharedHandle(Member member, Waits waits) {
    VolumeView volume = member.theVolume();
    new Unread(member, waits).otherVolumes();
    member.seen().otherVolumes().known().stream()
        .filter(other -> other.handle().equals(volume.handle()))
        .filter(other -> !other.meta().uid().equals(volume.meta().uid()))
        .forEach(
            other ->
                waits.add(
                    Blocker.VOLUME_HANDLE_SHARED,
                    "PersistentVolume " + other.meta().name(),
                    "has the same volume source as " + member.volumeName()));
  }
}
