// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;

/** VRGs as text, for tests. */
final class VrgYaml {
  private VrgYaml() {}

  /** A VRG shop/web that selects {@code app: web}, with a spec and further metadata to add to. */
  static GenericKubernetesResource vrg(String metadata, String spec) {
    return Serialization.unmarshal(
        """
        apiVersion: ramendr.openshift.io/v1alpha1
        kind: VolumeReplicationGroup
        metadata:
          name: web
          namespace: shop
          uid: 11111111-2222-3333-4444-555555555555
          resourceVersion: "7"
          generation: 3
        %s
        spec:
        %s
        """
            .formatted(metadata.indent(2), spec.indent(2)),
        GenericKubernetesResource.class);
  }

  static GenericKubernetesResource primary() {
    return vrg("", "replicationState: primary\npvcSelector: {matchLabels: {app: web}}");
  }

  static Vrg annotated(String key, String value) {
    GenericKubernetesResource vrg = primary();
    vrg.getMetadata().getAnnotations().put("volsync-handoff.io/" + key, value);
    return Vrg.of(vrg);
  }
}
