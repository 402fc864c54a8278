// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which volume an unbound claim may be bound to (facts §6.1). */
final class VolumeMatch {
  private VolumeMatch() {}

  /** The reference is the claim's, or is by name alone and waits for it. */
  static boolean isMeantFor(ClaimRef ref, ClaimView claim) {
    return ref.isExactly(claim) || (ref.uid() == null && ref.names(claim.key()));
  }

  /** What is checked of a volume without claimRef that a claim names. */
  static boolean satisfies(VolumeView volume, ClaimView claim) {
    return fits(volume, claim) && Objects.equals(volume.storageClass(), claim.storageClass());
  }

  /**
   * The volume for a claim that names none: one that is pre-bound to it, whatever its storage class
   * and phase, else the smallest one that is free and of its class. Null: provision or wait.
   */
  static @Nullable VolumeView find(ClusterState seen, ClaimView claim) {
    return volumes(seen, volume -> isPreBound(volume, claim))
        .filter(volume -> fits(volume, claim))
        .findFirst()
        .orElseGet(() -> smallestFree(seen, claim));
  }

  private static @Nullable VolumeView smallestFree(ClusterState seen, ClaimView claim) {
    return volumes(seen, VolumeMatch::isFree)
        .filter(volume -> satisfies(volume, claim))
        .min(Comparator.comparing(volume -> volume.capacity().bytes()))
        .orElse(null);
  }

  private static boolean isPreBound(VolumeView volume, ClaimView claim) {
    return volume.claimRef() != null && isMeantFor(volume.claimRef(), claim);
  }

  private static boolean isFree(VolumeView volume) {
    return volume.claimRef() == null && volume.phase() == VolumeView.Phase.AVAILABLE;
  }

  private static Stream<VolumeView> volumes(ClusterState seen, Predicate<VolumeView> test) {
    return seen.all(Kinds.VOLUMES).values().stream().filter(test);
  }

  private static boolean fits(VolumeView volume, ClaimView claim) {
    return !volume.meta().isDeleting()
        && volume.capacity().bytes().compareTo(claim.request().bytes()) >= 0
        && Objects.equals(volume.attributesClass(), claim.attributesClass())
        && volume.volumeMode().equals(claim.volumeMode())
        && volume.accessModes().containsAll(claim.accessModes());
  }
}
