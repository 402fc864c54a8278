// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimSpec;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.StorageSize;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Claims and volumes. */
final class StorageMapping {
  private static final String STORAGE = "storage";

  /** The fields of a volume's spec that are not its source: what is left says where the data is. */
  private static final ImmutableSet<String> NOT_SOURCE =
      ImmutableSet.of(
          "accessModes",
          "capacity",
          "claimRef",
          "mountOptions",
          "nodeAffinity",
          "persistentVolumeReclaimPolicy",
          "storageClassName",
          "volumeAttributesClassName",
          "volumeMode");

  /** The fields of a volume source that say how it is mounted, and not what is. */
  private static final ImmutableSet<String> MOUNTING =
      ImmutableSet.of("fsType", "readOnly", "secretRef");

  private StorageMapping() {}

  static ClaimView claim(PersistentVolumeClaim claim) {
    PersistentVolumeClaimSpec spec =
        claim.getSpec() == null ? new PersistentVolumeClaimSpec() : claim.getSpec();
    String phase = claim.getStatus() == null ? null : claim.getStatus().getPhase();
    return ClaimView.builder()
        .meta(MetaMapping.meta(claim.getMetadata(), key -> true))
        .phase(claimPhase(phase))
        .volumeName(emptyToNull(spec.getVolumeName()))
        .storageClass(spec.getStorageClassName())
        .accessModes(MetaMapping.orNone(spec.getAccessModes()))
        .volumeMode(volumeMode(spec.getVolumeMode()))
        .attributesClass(emptyToNull(spec.getVolumeAttributesClassName()))
        .request(size(spec.getResources() == null ? null : spec.getResources().getRequests()))
        .spec(new OpaqueSpec(Json.canonical(spec)))
        .build();
  }

  static VolumeView volume(PersistentVolume volume) {
    PersistentVolumeSpec spec =
        volume.getSpec() == null ? new PersistentVolumeSpec() : volume.getSpec();
    String phase = volume.getStatus() == null ? null : volume.getStatus().getPhase();
    Map<String, String> annotations = MetaMapping.strings(volume.getMetadata().getAnnotations());
    return VolumeView.builder()
        .meta(MetaMapping.meta(volume.getMetadata(), StorageMapping::isKeptOfVolume))
        .phase(volumePhase(phase))
        .policy(policy(spec.getPersistentVolumeReclaimPolicy()))
        .claimRef(claimRef(spec.getClaimRef()))
        .handle(handle(spec))
        .capacity(size(spec.getCapacity()))
        .accessModes(MetaMapping.orNone(spec.getAccessModes()))
        .volumeMode(volumeMode(spec.getVolumeMode()))
        .storageClass(emptyToNull(spec.getStorageClassName()))
        .attributesClass(emptyToNull(spec.getVolumeAttributesClassName()))
        .csiDriver(spec.getCsi() == null ? null : spec.getCsi().getDriver())
        .journal(JournalCodec.readVolume(annotations.get(HandoffNames.JOURNAL)))
        .reappliedBy(ReappliedFields.of(volume.getMetadata()))
        .build();
  }

  /** Our journal is read on its own, and kubectl's copy of the manifest is no use but there. */
  private static boolean isKeptOfVolume(String annotation) {
    return !annotation.equals(HandoffNames.JOURNAL) && !annotation.equals(MetaMapping.LAST_APPLIED);
  }

  /**
   * Of a CSI volume, driver and handle say which storage it is, and nothing else does: two objects
   * for one storage may differ in attributes, file system or secrets (decision 8).
   */
  private static String handle(PersistentVolumeSpec spec) {
    CSIPersistentVolumeSource csi = spec.getCsi();
    if (csi != null) {
      return Json.canonical(
          Map.of(
              "csi",
              Map.of(
                  "driver",
                  MetaMapping.orEmpty(csi.getDriver()),
                  "volumeHandle",
                  MetaMapping.orEmpty(csi.getVolumeHandle()))));
    }
    Map<String, Object> source = Json.mapOf(spec);
    source.keySet().removeAll(NOT_SOURCE);
    source.values().forEach(StorageMapping::forgetHowItIsMounted);
    return Json.canonical(source);
  }

  private static void forgetHowItIsMounted(Object source) {
    if (source instanceof Map<?, ?> fields) {
      fields.keySet().removeAll(MOUNTING);
    }
  }

  private static @Nullable ClaimRef claimRef(@Nullable ObjectReference ref) {
    if (ref == null) {
      return null;
    }
    ClaimKey key =
        new ClaimKey(MetaMapping.orEmpty(ref.getNamespace()), MetaMapping.orEmpty(ref.getName()));
    return new ClaimRef(key, emptyToNull(ref.getUid()));
  }

  private static StorageSize size(@Nullable Map<String, Quantity> quantities) {
    Quantity quantity = quantities == null ? null : quantities.get(STORAGE);
    return quantity == null
        ? new StorageSize("0", BigDecimal.ZERO)
        : new StorageSize(quantity.toString(), quantity.getNumericalAmount());
  }

  /** An object without a status was only just created: it is not bound. */
  private static ClaimView.Phase claimPhase(@Nullable String phase) {
    return phase == null || phase.isEmpty()
        ? ClaimView.Phase.PENDING
        : ClaimView.Phase.valueOf(phase.toUpperCase(Locale.ROOT));
  }

  private static VolumeView.Phase volumePhase(@Nullable String phase) {
    return phase == null || phase.isEmpty()
        ? VolumeView.Phase.PENDING
        : VolumeView.Phase.valueOf(phase.toUpperCase(Locale.ROOT));
  }

  /** The API server's default for a volume that was made by hand is Retain. */
  private static VolumeView.ReclaimPolicy policy(@Nullable String policy) {
    return policy == null || policy.isEmpty()
        ? VolumeView.ReclaimPolicy.RETAIN
        : VolumeView.ReclaimPolicy.valueOf(policy.toUpperCase(Locale.ROOT));
  }

  private static String volumeMode(@Nullable String mode) {
    return mode == null || mode.isEmpty() ? "Filesystem" : mode;
  }

  private static @Nullable String emptyToNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
