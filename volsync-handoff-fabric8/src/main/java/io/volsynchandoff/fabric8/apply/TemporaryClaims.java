// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.volsynchandoff.core.action.TemporaryClaim;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.fabric8.read.Views;
import java.util.LinkedHashMap;
import java.util.Map;

/** T as an API object: the allow-list and nothing else (design §7 rule 4). */
final class TemporaryClaims {
  private TemporaryClaims() {}

  static Map<String, Object> object(TemporaryClaim claim) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("namespace", claim.key().namespace());
    metadata.put("name", claim.key().name());
    metadata.put("labels", claim.labels());
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("apiVersion", WrittenKind.CLAIM.apiVersion());
    object.put("kind", WrittenKind.CLAIM.kind());
    object.put("metadata", metadata);
    object.put("spec", spec(claim));
    return object;
  }

  private static Map<String, Object> spec(TemporaryClaim claim) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("volumeName", claim.volumeName());
    // Left out, the default class would be filled in; a volume without one has the empty class.
    spec.put("storageClassName", claim.storageClass() == null ? "" : claim.storageClass());
    spec.put("accessModes", ImmutableList.copyOf(claim.accessModes()));
    spec.put("volumeMode", claim.volumeMode());
    if (claim.attributesClass() != null) {
      spec.put("volumeAttributesClassName", claim.attributesClass());
    }
    spec.put(
        "resources",
        ImmutableMap.of("requests", ImmutableMap.of("storage", claim.request().text())));
    return spec;
  }

  /** True for the claim that an earlier try of the same creation made. */
  static boolean isOurs(PersistentVolumeClaim found, TemporaryClaim wanted) {
    ClaimView view = Views.claim(found);
    return !view.meta().isDeleting()
        && view.meta().labels().entrySet().containsAll(wanted.labels().entrySet())
        && wanted.volumeName().equals(view.volumeName());
  }
}
