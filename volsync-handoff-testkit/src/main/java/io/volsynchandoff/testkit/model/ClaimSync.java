// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.testkit.model.SimulatedPvController.BIND_COMPLETED;
import static io.volsynchandoff.testkit.model.SimulatedPvController.BOUND_BY_CONTROLLER;

import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import org.jspecify.annotations.Nullable;

/** The PV controller's claim side, row by row of the table in facts §6.1. */
final class ClaimSync {
  private ClaimSync() {}

  static void offer(Offer offer, ClusterState seen, ClaimView claim) {
    VolumeView named = seen.volume(claim.volumeName());
    if (claim.meta().annotations().containsKey(BIND_COMPLETED)) {
      offerForBound(offer, claim, named);
    } else if (claim.volumeName() != null) {
      offerForNamed(offer, claim, named);
    } else {
      VolumeView match = VolumeMatch.find(seen, claim);
      if (match != null) {
        offerBinding(offer, match, claim);
      }
    }
  }

  /** A claim that was bound once is Bound or Lost; which of them is told anew at each sync. */
  private static void offerForBound(Offer offer, ClaimView claim, @Nullable VolumeView named) {
    if (named != null && (named.claimRef() == null || named.claimRef().isExactly(claim))) {
      offerBinding(offer, named, claim);
    } else {
      offer.add(
          "pv-controller: " + claim.key() + " is Lost",
          actual ->
              ApiServer.update(
                  actual,
                  Kinds.CLAIMS,
                  claim,
                  seen -> ClaimView.builder().from(seen).phase(ClaimView.Phase.LOST).build()));
    }
  }

  /** A claim that names its volume: bound without any check where the volume names it back. */
  private static void offerForNamed(Offer offer, ClaimView claim, @Nullable VolumeView named) {
    if (named == null) {
      return;
    }
    boolean mayBind =
        named.claimRef() == null
            ? VolumeMatch.satisfies(named, claim)
            : VolumeMatch.isMeantFor(named.claimRef(), claim);
    if (mayBind) {
      offerBinding(offer, named, claim);
    }
  }

  private static void offerBinding(Offer offer, VolumeView volume, ClaimView claim) {
    VolumeView bound = bound(volume, claim);
    if (bound.equals(volume)) {
      offer.add(
          "pv-controller: " + claim.key() + " is Bound to " + volume.meta().name(),
          actual -> ApiServer.update(actual, Kinds.CLAIMS, claim, seen -> bound(seen, volume)));
    } else {
      offer.add(
          "pv-controller: " + volume.meta().name() + " is Bound to " + claim.key(),
          actual -> ApiServer.update(actual, Kinds.VOLUMES, volume, seen -> bound));
    }
  }

  private static VolumeView bound(VolumeView volume, ClaimView claim) {
    VolumeView.Builder bound =
        VolumeView.builder()
            .from(volume)
            .claimRef(new ClaimRef(claim.key(), claim.meta().uid()))
            .phase(VolumeView.Phase.BOUND);
    if (volume.claimRef() == null) {
      bound.meta(annotated(volume.meta(), BOUND_BY_CONTROLLER));
    }
    return bound.build();
  }

  private static ClaimView bound(ClaimView claim, VolumeView volume) {
    Meta meta = annotated(claim.meta(), BIND_COMPLETED);
    return ClaimView.builder()
        .from(claim)
        .phase(ClaimView.Phase.BOUND)
        .meta(claim.volumeName() == null ? annotated(meta, BOUND_BY_CONTROLLER) : meta)
        .volumeName(volume.meta().name())
        .build();
  }

  private static Meta annotated(Meta meta, String annotation) {
    return meta.annotations().containsKey(annotation)
        ? meta
        : Meta.builder().from(meta).putAnnotations(annotation, "yes").build();
  }
}
