// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.LinkedHashMap;

/** PersistentVolumeClaims: made by a user, bound by the PV controller. */
final class ClaimWrites extends ObjectWrites<ClaimView> {
  private final KubernetesSerialization json;

  ClaimWrites(KubernetesSerialization json) {
    super(Kinds.CLAIMS);
    this.json = json;
  }

  @Override
  Fields draft(ClaimView created) {
    return Fields.of()
        .with("apiVersion", "v1")
        .with("kind", "PersistentVolumeClaim")
        .with("spec", json.unmarshal(created.spec().json(), LinkedHashMap.class));
  }

  @Override
  Fields spec(ClaimView before, ClaimView after) {
    return Fields.of().changed("volumeName", before.volumeName(), after.volumeName());
  }

  /** What a claim has is told with its phase, and taken back from one that is Lost. */
  @Override
  Fields status(ClaimView before, ClaimView after) {
    if (before.phase() == after.phase()) {
      return Fields.of();
    }
    Fields status = Fields.of().with("phase", Phases.text(after.phase()));
    return after.phase() == ClaimView.Phase.BOUND
        ? status
            .with("accessModes", after.accessModes().asList())
            .with("capacity", ImmutableMap.of("storage", after.request().text()))
        : status.cleared("accessModes").cleared("capacity");
  }
}
