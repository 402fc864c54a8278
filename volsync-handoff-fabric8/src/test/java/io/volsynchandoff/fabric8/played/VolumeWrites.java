// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.read.Views;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PersistentVolumes: made by the provisioner, bound by the PV controller. */
final class VolumeWrites extends ObjectWrites<VolumeView> {
  VolumeWrites() {
    super(Kinds.VOLUMES);
  }

  /** The view with the handle as the models write it: the driver, a slash, the volume handle. */
  static VolumeView view(PersistentVolume volume) {
    String handle =
        volume.getSpec().getCsi().getDriver() + "/" + volume.getSpec().getCsi().getVolumeHandle();
    return VolumeView.builder().from(Views.volume(volume)).handle(handle).build();
  }

  @Override
  Fields draft(VolumeView created) {
    List<String> handle = Splitter.on('/').limit(2).splitToList(created.handle());
    Fields csi =
        Fields.of().with("driver", created.csiDriver()).with("volumeHandle", handle.get(1));
    Fields spec =
        Fields.of()
            .with("capacity", ImmutableMap.of("storage", created.capacity().text()))
            .with("accessModes", created.accessModes().asList())
            .with("volumeMode", created.volumeMode())
            .with("storageClassName", created.storageClass())
            .with("volumeAttributesClassName", created.attributesClass())
            .with("persistentVolumeReclaimPolicy", created.policy().text())
            .with("claimRef", claimRef(created.claimRef()))
            .with("csi", csi);
    return Fields.of().with("apiVersion", "v1").with("kind", "PersistentVolume").with("spec", spec);
  }

  @Override
  Fields spec(VolumeView before, VolumeView after) {
    Fields spec = Fields.of();
    if (!after.policy().equals(before.policy())) {
      spec.with("persistentVolumeReclaimPolicy", after.policy().text());
    }
    if (after.claimRef() == null && before.claimRef() != null) {
      return spec.cleared("claimRef");
    }
    return after.claimRef() == null || after.claimRef().equals(before.claimRef())
        ? spec
        : spec.with("claimRef", claimRef(after.claimRef()));
  }

  @Override
  Fields status(VolumeView before, VolumeView after) {
    return before.phase() == after.phase()
        ? Fields.of()
        : Fields.of().with("phase", Phases.text(after.phase()));
  }

  private static @Nullable Fields claimRef(@Nullable ClaimRef ref) {
    if (ref == null) {
      return null;
    }
    Fields fields =
        Fields.of()
            .with("apiVersion", "v1")
            .with("kind", "PersistentVolumeClaim")
            .with("namespace", ref.claim().namespace())
            .with("name", ref.claim().name());
    return ref.uid() == null ? fields.cleared("uid") : fields.with("uid", ref.uid());
  }
}
