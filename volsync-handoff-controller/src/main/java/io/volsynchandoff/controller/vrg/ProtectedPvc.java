// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.kubernetes.api.model.VolumeResourceRequirements;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A claim as {@code rdSpec} and {@code rsSpec} describe it (Ramen's type, facts §4.2). */
@PreserveUnknownFields
@JsonIgnoreProperties(ignoreUnknown = true)
public record ProtectedPvc(
    @Nullable String namespace,
    @Nullable String name,
    @JsonPropertyDescription("True where VolSync replicates the claim.")
        @Nullable Boolean protectedByVolSync,
    @Nullable String storageClassName,
    List<String> accessModes,
    @Nullable String volumeMode,
    @Nullable VolumeResourceRequirements resources,
    Map<String, String> labels,
    Map<String, String> annotations) {
  public ProtectedPvc {
    accessModes = accessModes == null ? List.of() : List.copyOf(accessModes);
    labels = labels == null ? Map.of() : Map.copyOf(labels);
    annotations = annotations == null ? Map.of() : Map.copyOf(annotations);
  }
}
