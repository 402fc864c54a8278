// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static io.volsynchandoff.testkit.model.SimulatedPvController.PROVISIONED_BY;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Content;
import io.volsynchandoff.testkit.state.Kinds;
import org.jspecify.annotations.Nullable;

/**
 * A CSI driver's external-provisioner: makes an empty volume for a claim of its classes that finds
 * none, and deletes a volume with its storage once it is Released under policy Delete (facts §6.2,
 * §6.3).
 *
 * @param driver the name of the driver
 * @param storageClasses the classes that it provisions for
 */
public record SimulatedProvisioner(String driver, ImmutableSet<String> storageClasses)
    implements Model {
  /** On a volume that may have to be deleted with its storage; comes and goes with the policy. */
  public static final String FINALIZER = "external-provisioner.volume.kubernetes.io/finalizer";

  @Override
  public ImmutableList<Step> steps(ClusterState seen) {
    Offer offer = new Offer(seen);
    seen.all(Kinds.CLAIMS).values().stream()
        .filter(claim -> wantsVolume(seen, claim))
        .forEach(
            claim ->
                offer.add(
                    "provisioner: makes a volume for " + claim.key(),
                    actual -> provision(actual, claim)));
    seen.all(Kinds.VOLUMES).values().stream()
        .filter(volume -> driver.equals(volume.meta().annotations().get(PROVISIONED_BY)))
        .forEach(volume -> offerReclaim(offer, volume));
    return offer.steps();
  }

  private boolean wantsVolume(ClusterState seen, ClaimView claim) {
    String storageClass = claim.storageClass();
    return claim.volumeName() == null
        && !claim.meta().isDeleting()
        && storageClass != null
        && storageClasses.contains(storageClass)
        && VolumeMatch.find(seen, claim) == null;
  }

  /** The volume's name follows from the claim's uid, so that a second attempt finds the first. */
  private ClusterState provision(ClusterState actual, ClaimView claim) {
    String name = "pvc-" + claim.meta().uid();
    if (actual.volume(name) != null) {
      return actual;
    }
    VolumeView volume =
        VolumeView.builder()
            .meta(Meta.builder().name(name).uid("").putAnnotations(PROVISIONED_BY, driver).build())
            .phase(VolumeView.Phase.PENDING)
            .policy(VolumeView.ReclaimPolicy.DELETE)
            .claimRef(new ClaimRef(claim.key(), claim.meta().uid()))
            .handle(driver + "/" + name)
            .capacity(claim.request())
            .accessModes(claim.accessModes())
            .volumeMode(claim.volumeMode())
            .storageClass(claim.storageClass())
            .attributesClass(claim.attributesClass())
            .csiDriver(driver)
            .build();
    return ApiServer.create(actual, Kinds.VOLUMES, volume)
        .withTruth(truth -> truth.withContent(volume.handle(), Content.empty(volume.handle())));
  }

  private void offerReclaim(Offer offer, VolumeView volume) {
    offer.add(
        "provisioner: keeps the finalizer of " + volume.meta().name(),
        actual -> ApiServer.update(actual, Kinds.VOLUMES, volume, SimulatedProvisioner::finalized));
    if (isReclaimable(volume)) {
      offer.add(
          "provisioner: deletes " + volume.meta().name() + " and its storage",
          actual -> reclaim(actual, volume));
    }
  }

  private static VolumeView finalized(VolumeView volume) {
    boolean has = volume.meta().finalizers().contains(FINALIZER);
    if (volume.policy() != VolumeView.ReclaimPolicy.DELETE) {
      return ApiServer.withoutFinalizer(Kinds.VOLUMES, volume, FINALIZER);
    }
    return has || volume.phase() != VolumeView.Phase.BOUND || volume.meta().isDeleting()
        ? volume
        : VolumeView.builder()
            .from(volume)
            .meta(Meta.builder().from(volume.meta()).addFinalizers(FINALIZER).build())
            .build();
  }

  private static boolean isReclaimable(@Nullable VolumeView volume) {
    return volume != null
        && volume.phase() == VolumeView.Phase.RELEASED
        && volume.policy() == VolumeView.ReclaimPolicy.DELETE;
  }

  /** The volume is read once more, live, before its storage is deleted; then its object goes. */
  private static ClusterState reclaim(ClusterState actual, VolumeView volume) {
    VolumeView live = actual.volume(volume.meta().name());
    if (!isReclaimable(live)) {
      return actual;
    }
    ClaimKey key = Kinds.VOLUMES.key(volume);
    ClusterState unheld =
        ApiServer.edit(
            actual,
            Kinds.VOLUMES,
            key,
            seen -> ApiServer.withoutFinalizer(Kinds.VOLUMES, seen, FINALIZER));
    return ApiServer.delete(unheld, Kinds.VOLUMES, key)
        .withTruth(truth -> truth.withoutContent(volume.handle()));
  }
}
