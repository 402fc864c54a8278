// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;

/**
 * Keeps a deleted claim for as long as a scheduled pod's object names it, terminated or not (facts
 * §2.2), and a deleted volume for as long as it is Bound (facts §6.3).
 */
public final class SimulatedPvcProtection implements Model {

  @Override
  public ImmutableList<Step> steps(ClusterState seen) {
    Offer offer = new Offer(seen);
    seen.all(Kinds.CLAIMS).values().stream()
        .filter(claim -> claim.meta().isDeleting() && !isUsed(seen, claim))
        .forEach(claim -> offerClaim(offer, claim));
    seen.all(Kinds.VOLUMES).values().stream()
        .filter(volume -> volume.meta().isDeleting() && volume.phase() != VolumeView.Phase.BOUND)
        .forEach(volume -> offerVolume(offer, volume));
    return offer.steps();
  }

  /** The pods are listed once more, live, before the finalizer goes. */
  private static void offerClaim(Offer offer, ClaimView claim) {
    offer.add(
        "pvc-protection: lets go of " + claim.key(),
        actual ->
            isUsed(actual, claim)
                ? actual
                : ApiServer.update(
                    actual,
                    Kinds.CLAIMS,
                    claim,
                    seen ->
                        ApiServer.withoutFinalizer(Kinds.CLAIMS, seen, Kinds.CLAIM_PROTECTION)));
  }

  private static void offerVolume(Offer offer, VolumeView volume) {
    offer.add(
        "pv-protection: lets go of " + volume.meta().name(),
        actual ->
            ApiServer.update(
                actual,
                Kinds.VOLUMES,
                volume,
                seen -> ApiServer.withoutFinalizer(Kinds.VOLUMES, seen, Kinds.VOLUME_PROTECTION)));
  }

  private static boolean isUsed(ClusterState state, ClaimView claim) {
    return state.all(Kinds.PODS).values().stream()
        .anyMatch(
            pod ->
                pod.node() != null
                    && pod.meta().namespace().equals(claim.meta().namespace())
                    && pod.claims().contains(claim.meta().name()));
  }
}
