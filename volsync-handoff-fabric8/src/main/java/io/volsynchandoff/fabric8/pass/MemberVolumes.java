// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.VolumeJournal.Ending;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.read.ClusterReads;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Which volume is a member's, and which others have to do with it. */
final class MemberVolumes {
  private final @Nullable Freeze freeze;
  private final ClusterReads reads;

  MemberVolumes(@Nullable Freeze freeze, ClusterReads reads) {
    this.freeze = freeze;
    this.reads = reads;
  }

  /** As {@link MemberSnapshot#volume} says. */
  Observed<VolumeView> of(ClaimKey key, Observed<ClaimView> claim) {
    FrozenMember frozen = freeze == null ? null : freeze.member(key);
    if (frozen != null) {
      return reads.volume(frozen.volume());
    }
    Listed<VolumeView> journalled = journalled(key);
    if (journalled.isUnknown()) {
      return Observed.unknown(journalled.why());
    }
    VolumeView kept = best(key, claim, journalled.where(MemberVolumes::isKept));
    VolumeView current = best(key, claim, journalled.where(volume -> !isKept(volume)));
    return current == null ? boundOr(kept, claim) : Observed.of(current);
  }

  private Observed<VolumeView> boundOr(@Nullable VolumeView kept, Observed<ClaimView> claim) {
    if (claim.isUnknown()) {
      return Observed.unknown(claim.why());
    }
    ClaimView present = claim.orNull();
    String bound = present == null ? null : present.volumeName();
    if (bound != null) {
      return reads.volume(bound);
    }
    return kept == null ? Observed.absent() : Observed.of(kept);
  }

  /** As {@link MemberSnapshot#otherVolumes} says. */
  Listed<VolumeView> others(ClaimKey key, @Nullable VolumeView volume) {
    Listed<VolumeView> journalled = journalled(key);
    if (volume == null) {
      return journalled;
    }
    return Lists.union(
            ImmutableList.of(reads.volumesOfHandle(volume.handle()), journalled),
            other -> other.meta().name())
        .where(other -> !other.meta().name().equals(volume.meta().name()));
  }

  /** A journal that was copied from another volume is none. */
  private Listed<VolumeView> journalled(ClaimKey key) {
    return reads
        .volumesOfClaim(key)
        .where(
            volume -> volume.journal().matches(it -> it.volumeUid().equals(volume.meta().uid())));
  }

  private static boolean isKept(VolumeView volume) {
    return volume.journal().matches(journal -> journal.ending() == Ending.KEPT);
  }

  /** Of several, the one that the claim is bound to, then the one whose claimRef is P or T. */
  private static @Nullable VolumeView best(
      ClaimKey key, Observed<ClaimView> claim, Listed<VolumeView> volumes) {
    ClaimView present = claim.orNull();
    String bound = present == null ? null : present.volumeName();
    Comparator<VolumeView> order =
        Comparator.<VolumeView, Boolean>comparing(it -> !it.meta().name().equals(bound))
            .thenComparing(it -> !isClaimedBy(it, key))
            .thenComparing(it -> it.meta().name());
    return volumes.known().stream().min(order).orElse(null);
  }

  private static boolean isClaimedBy(VolumeView volume, ClaimKey key) {
    ClaimRef ref = volume.claimRef();
    return ref != null && (ref.names(key) || ref.names(HandoffNames.temporaryClaim(key)));
  }
}
