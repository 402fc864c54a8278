// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a deleted pod in the mock server until its node has stopped it: a real API server only
 * marks a pod that is on a node, unless the grace period is zero. The mock server keeps nothing but
 * finalizers, so that one stands for it.
 */
final class NodeHold {
  private static final String FINALIZER = "played/on-node";

  private NodeHold() {}

  /** The pod held by its node; one that is on none, or has ended, is not held. */
  static Map<String, Object> placed(Map<String, Object> pod) {
    boolean ended =
        field(pod, "status", "phase") instanceof String phase
            && (phase.equals("Succeeded") || phase.equals("Failed"));
    return field(pod, "spec", "nodeName") == null || ended ? pod : withHold(pod, true);
  }

  /** The pod as its node leaves it. */
  static Map<String, Object> released(Map<String, Object> pod) {
    return withHold(pod, false);
  }

  private static Map<String, Object> withHold(Map<String, Object> pod, boolean held) {
    List<Object> finalizers = new ArrayList<>();
    if (field(pod, "metadata", "finalizers") instanceof List<?> present) {
      finalizers.addAll(present);
    }
    finalizers.remove(FINALIZER);
    if (held) {
      finalizers.add(FINALIZER);
    }
    Map<String, Object> metadata = new LinkedHashMap<>(object(pod.get("metadata")));
    metadata.remove("finalizers");
    if (!finalizers.isEmpty()) {
      metadata.put("finalizers", finalizers);
    }
    Map<String, Object> changed = new LinkedHashMap<>(pod);
    changed.put("metadata", metadata);
    return changed;
  }

  private static @Nullable Object field(Map<String, Object> pod, String section, String name) {
    return object(pod.get(section)).get(name);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }
}
