// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.read.ClusterReads;

/** The claims that a VRG selects now (design §5.2). */
final class GroupSelection {
  private final Vrg vrg;
  private final ImmutableSet<String> adminNamespaces;

  GroupSelection(Vrg vrg, ImmutableSet<String> adminNamespaces) {
    this.vrg = vrg;
    this.adminNamespaces = adminNamespaces;
  }

  /** Unknown where a list failed, or where what is asked for is not granted or not understood. */
  Listed<ClaimKey> claims(ClusterReads reads) {
    if (vrg.namesNamespaces() && !adminNamespaces.contains(vrg.meta().namespace())) {
      return Listed.unknown(
          "spec.protectedNamespaces is set, and "
              + vrg.meta().namespace()
              + " is not one of the admin namespaces of the controller");
    }
    String problem = vrg.annotations().sourceProblem();
    if (problem != null && vrg.freeze().isAbsent()) {
      // Once frozen, the sources are known by uid and the annotation is not read any more.
      return Listed.unknown(problem);
    }
    ImmutableList.Builder<ClaimKey> selected = ImmutableList.builder();
    for (String namespace : vrg.selectedNamespaces()) {
      Listed<ClaimView> claims = reads.claims(namespace);
      if (claims.isUnknown()) {
        return Listed.unknown(claims.why());
      }
      for (ClaimView claim : claims.known()) {
        if (vrg.selector().selects(claim)) {
          Observed<Boolean> replica = isReplica(claim, reads);
          if (replica.isUnknown()) {
            return Listed.unknown(replica.why());
          }
          if (!replica.matches(it -> it)) {
            selected.add(claim.key());
          }
        }
      }
    }
    return Listed.of(selected.build());
  }

  /**
   * A replica of ours, by what design §2 says: the label alone, which any user of the namespace can
   * write, takes no claim out of the group.
   */
  private Observed<Boolean> isReplica(ClaimView claim, ClusterReads reads) {
    if (!"true".equals(claim.meta().labels().get(HandoffNames.REPLICA_LABEL))) {
      return Observed.of(false);
    }
    boolean owned = claim.meta().isOwnedBy(vrg.meta().uid());
    String name = claim.volumeName();
    if (name == null) {
      return Observed.of(owned);
    }
    Observed<VolumeView> volume = reads.volume(name);
    if (volume.isUnknown()) {
      return Observed.unknown(volume.why());
    }
    boolean actsReplica =
        volume.matches(it -> it.journal().matches(j -> j.acting() == VolumeJournal.Acting.REPLICA));
    boolean journalled = volume.matches(it -> !it.journal().isAbsent());
    return Observed.of(actsReplica || (owned && !journalled));
  }
}
