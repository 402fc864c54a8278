// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.testkit.model.SimulatedPvController.BOUND_BY_CONTROLLER;
import static io.volsynchandoff.testkit.model.SimulatedPvController.PROVISIONED_BY;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.Phase;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;

/** The PV controller's volume side, row by row of the table in facts §6.2. */
final class VolumeSync {
  private VolumeSync() {}

  static void offer(Offer offer, VolumeView volume, ClusterState seen) {
    ClaimRef ref = volume.claimRef();
    if (ref == null || ref.uid() == null) {
      offerPhase(offer, volume, Phase.AVAILABLE);
      return;
    }
    ClaimView claim = seen.claim(ref.claim());
    if (claim == null || !ref.isExactly(claim)) {
      offerRelease(offer, volume, ref);
    } else if (volume.meta().name().equals(claim.volumeName())) {
      offerPhase(offer, volume, Phase.BOUND);
    } else if (claim.volumeName() != null) {
      offerUnbinding(offer, volume, ref);
    }
  }

  /** The claim of that uid is gone; looked at once more live, unless it was found so before. */
  private static void offerRelease(Offer offer, VolumeView volume, ClaimRef ref) {
    if (volume.phase() == Phase.FAILED) {
      return;
    }
    if (volume.phase() == Phase.RELEASED) {
      if (volume.policy() != ReclaimPolicy.RETAIN && !isProvisioned(volume)) {
        offerPhase(offer, volume, Phase.FAILED); // nobody knows how to reclaim it
      }
      return;
    }
    offer.add(
        "pv-controller: " + volume.meta().name() + " is Released",
        actual -> {
          ClaimView live = actual.claim(ref.claim());
          return live != null && ref.isExactly(live)
              ? actual
              : ApiServer.update(
                  actual, Kinds.VOLUMES, volume, seen -> withPhase(seen, Phase.RELEASED));
        });
  }

  /** The claim lives and is bound to another volume. */
  private static void offerUnbinding(Offer offer, VolumeView volume, ClaimRef ref) {
    if (isProvisioned(volume) && volume.policy() == ReclaimPolicy.DELETE) {
      offerPhase(offer, volume, Phase.RELEASED);
      return;
    }
    boolean byController = volume.meta().annotations().containsKey(BOUND_BY_CONTROLLER);
    VolumeView unbound =
        VolumeView.builder()
            .from(volume)
            .meta(byController ? withoutAnnotation(volume.meta()) : volume.meta())
            .claimRef(byController ? null : new ClaimRef(ref.claim(), null))
            .phase(Phase.AVAILABLE)
            .build();
    offer.add(
        "pv-controller: " + volume.meta().name() + " is unbound",
        actual -> ApiServer.update(actual, Kinds.VOLUMES, volume, seen -> unbound));
  }

  private static void offerPhase(Offer offer, VolumeView volume, Phase phase) {
    offer.add(
        "pv-controller: " + volume.meta().name() + " is " + phase,
        actual -> ApiServer.update(actual, Kinds.VOLUMES, volume, seen -> withPhase(seen, phase)));
  }

  private static boolean isProvisioned(VolumeView volume) {
    return volume.meta().annotations().containsKey(PROVISIONED_BY);
  }

  private static VolumeView withPhase(VolumeView volume, Phase phase) {
    return VolumeView.builder().from(volume).phase(phase).build();
  }

  private static Meta withoutAnnotation(Meta meta) {
    return Meta.builder()
        .from(meta)
        .annotations(
            ImmutableMap.copyOf(
                Maps.filterKeys(meta.annotations(), key -> !key.equals(BOUND_BY_CONTROLLER))))
        .build();
  }
}
