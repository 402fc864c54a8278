// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.snapshot.VolumeView;

/**
 * Another PersistentVolume for the same storage would be a way to write to it that nothing else
 * shows (design §5.3 step 1); it may come at any time, so that it is asked for again at the fence.
 */
final class SharedHandle {
  private SharedHandle() {}

  static void check(Member member, Waits waits) {
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
