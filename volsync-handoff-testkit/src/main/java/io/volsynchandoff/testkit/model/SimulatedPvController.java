// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;

/**
 * Kubernetes' PersistentVolume controller (facts §6): binds claims and volumes to each other and
 * keeps their phases. One step is one write; a binding takes two, the volume's first.
 *
 * <p>The lag of its resync (up to 15 s between a change of a volume and the phase of its claim) is
 * a step not taken yet.
 */
public final class SimulatedPvController implements Model {
  /** On a claim: it was bound once; its phase is Bound or Lost from then on. */
  public static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

  /** On a claim or volume: the controller, not a user, made this half of the binding. */
  public static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

  /** On a volume: the provisioner that made it and that deletes its storage. */
  public static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

  @Override
  public ImmutableList<Step> steps(ClusterState seen) {
    Offer offer = new Offer(seen);
    for (ClaimView claim : seen.all(Kinds.CLAIMS).values()) {
      ClaimSync.offer(offer, seen, claim);
    }
    for (VolumeView volume : seen.all(Kinds.VOLUMES).values()) {
      VolumeSync.offer(offer, volume, seen);
    }
    return offer.steps();
  }
}
