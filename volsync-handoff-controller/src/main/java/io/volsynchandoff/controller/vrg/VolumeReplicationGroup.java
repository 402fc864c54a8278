// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * A group of claims that is protected and moved together (design §8; types as Ramen's, facts §4.2).
 * The CRD that {@code crds} prints is generated from this class.
 */
@Group(VolumeReplicationGroup.GROUP)
@Version(VolumeReplicationGroup.VERSION)
@Kind(VolumeReplicationGroup.KIND)
@Singular("volumereplicationgroup")
@Plural(VolumeReplicationGroup.PLURAL)
@ShortNames("vrg")
@AdditionalPrinterColumn(name = "Role", jsonPath = ".spec.replicationState")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Members", jsonPath = ".status.members")
@AdditionalPrinterColumn(name = "Blocked", jsonPath = ".status.blocked")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public class VolumeReplicationGroup extends CustomResource<VrgSpec, VrgStatus>
    implements Namespaced {
  public static final String GROUP = "ramendr.openshift.io";
  public static final String VERSION = "v1alpha1";
  public static final String KIND = "VolumeReplicationGroup";
  public static final String PLURAL = "volumereplicationgroups";

  private static final long serialVersionUID = 1L;

  /** A group without a spec asks for nothing; the server refuses one. */
  @Override
  protected VrgSpec initSpec() {
    return VrgSpec.EMPTY;
  }

  @Override
  protected VrgStatus initStatus() {
    return VrgStatus.EMPTY;
  }
}
