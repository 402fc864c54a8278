// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.ApiNames;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who declares a volume's claimRef or reclaim policy and would put it back in mid-handoff (design
 * §5.3 step 1, {@code VOLUME_MANAGED_BY_OTHER}; attack A14).
 */
final class ReappliedFields {
  /** Stands for kubectl's annotation, which names no manager. */
  static final String BY_LAST_APPLIED = "last-applied";

  private static final String CLAIM_REF = "claimRef";
  private static final String POLICY = "persistentVolumeReclaimPolicy";

  private ReappliedFields() {}

  static ImmutableSet<String> of(ObjectMeta meta) {
    ImmutableSet.Builder<String> by = ImmutableSet.builder();
    MetaMapping.orNone(meta.getManagedFields()).stream()
        .filter(ReappliedFields::isForeignApply)
        .map(entry -> MetaMapping.orEmpty(entry.getManager()))
        .forEach(by::add);
    if (meta.getAnnotations() != null && inLastApplied(meta.getAnnotations())) {
      by.add(BY_LAST_APPLIED);
    }
    return by.build();
  }

  private static boolean isForeignApply(ManagedFieldsEntry entry) {
    return "Apply".equals(entry.getOperation())
        && !ApiNames.FIELD_MANAGER.equals(entry.getManager())
        && MetaMapping.fields(entry).get("f:spec") instanceof Map<?, ?> spec
        && (spec.containsKey("f:" + CLAIM_REF) || spec.containsKey("f:" + POLICY));
  }

  private static boolean inLastApplied(Map<String, String> annotations) {
    String manifest = annotations.get(MetaMapping.LAST_APPLIED);
    if (manifest == null || manifest.isBlank()) {
      return false;
    }
    Map<String, Object> parsed;
    try {
      parsed = Json.parseObject(manifest);
    } catch (IllegalArgumentException e) {
      // A manifest that cannot be read may hold anything.
      return true;
    }
    return parsed.get("spec") instanceof Map<?, ?> spec
        && (spec.get(CLAIM_REF) != null || isOtherPolicy(spec.get(POLICY)));
  }

  private static boolean isOtherPolicy(@Nullable Object policy) {
    return policy != null && !ReclaimPolicy.RETAIN.text().equals(policy);
  }
}
