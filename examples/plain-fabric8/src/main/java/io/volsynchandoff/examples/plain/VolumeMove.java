// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** The program's own resource: claims that are moved together. It knows nothing of VRGs. */
@Group("example.com")
@Version("v1")
public class VolumeMove extends CustomResource<VolumeMoveSpec, VolumeMoveStatus>
    implements Namespaced {
  private static final long serialVersionUID = 1L;

  @Override
  protected VolumeMoveSpec initSpec() {
    return new VolumeMoveSpec();
  }

  @Override
  protected VolumeMoveStatus initStatus() {
    return new VolumeMoveStatus();
  }
}
