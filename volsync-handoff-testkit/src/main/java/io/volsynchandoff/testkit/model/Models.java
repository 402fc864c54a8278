// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableSet;

/** The actors of a cluster by who stands for them in reality. */
public final class Models {
  private Models() {}

  /** What kube-controller-manager does; a real control plane does it itself. */
  public static Model controlPlane() {
    return Model.all(
        new SimulatedPvController(), new SimulatedPvcProtection(), new SimulatedGarbageCollector());
  }

  /** What nodes do, with the driver that attaches to them. */
  public static Model nodes() {
    return Model.all(new SimulatedAttachDetach(), new SimulatedKubelet());
  }

  /** VolSync with its movers, all of which succeed. */
  public static Model volSync() {
    return Model.all(new SimulatedVolSync(), new SimulatedMovers());
  }

  /** Everyone who acts by himself, with one driver that provisions. */
  public static Model everyone(String driver, String storageClass) {
    return Model.all(
        controlPlane(),
        new SimulatedProvisioner(driver, ImmutableSet.of(storageClass)),
        nodes(),
        volSync());
  }
}
