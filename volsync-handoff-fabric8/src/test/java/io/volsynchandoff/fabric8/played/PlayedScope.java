// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;

/**
 * What of an API server's objects is played, so that the rest of a shared cluster is left alone.
 *
 * @param namespace whose claims, sources, jobs and pods are played
 * @param driver the CSI driver whose volumes and attachments are played
 * @param nodes the Node objects that stand for played nodes
 */
public record PlayedScope(String namespace, String driver, ImmutableSet<String> nodes) {

  boolean has(HasMetadata object) {
    if (object instanceof PersistentVolume volume) {
      return volume.getSpec().getCsi() != null
          && driver.equals(volume.getSpec().getCsi().getDriver());
    }
    if (object instanceof VolumeAttachment attachment) {
      return driver.equals(attachment.getSpec().getAttacher());
    }
    if (object instanceof Node) {
      return nodes.contains(object.getMetadata().getName());
    }
    return object instanceof CSIDriver
        ? driver.equals(object.getMetadata().getName())
        : namespace.equals(object.getMetadata().getNamespace());
  }
}
