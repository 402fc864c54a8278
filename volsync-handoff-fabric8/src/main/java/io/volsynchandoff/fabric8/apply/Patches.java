// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import io.volsynchandoff.core.snapshot.ObjectRef;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON merge patches (RFC 7396) and delete options, as maps. */
final class Patches {
  private Patches() {}

  /** A patch that is conditional on the resourceVersion of its target. */
  static Write patch(
      WrittenKind kind,
      ObjectRef target,
      Map<String, Object> metadata,
      @Nullable Map<String, Object> spec) {
    Map<String, Object> conditional = new LinkedHashMap<>();
    conditional.put("resourceVersion", target.resourceVersion());
    conditional.putAll(metadata);
    Map<String, Object> body = mapOf("metadata", conditional);
    if (spec != null) {
      body.put("spec", spec);
    }
    return new Write(Write.Verb.PATCH, kind, target, body);
  }

  /**
   * The same patch without its condition: a dry run asks what the server would say of it, whatever
   * the object's status does meanwhile.
   */
  static Write unconditional(Write patch) {
    Map<String, Object> body = new LinkedHashMap<>(patch.body());
    if (body.get("metadata") instanceof Map<?, ?> metadata) {
      Map<Object, Object> unconditional = new LinkedHashMap<>(metadata);
      unconditional.remove("resourceVersion");
      body.put("metadata", unconditional);
    }
    return new Write(patch.verb(), patch.kind(), patch.target(), body);
  }

  static Write delete(WrittenKind kind, ObjectRef target, Map<String, String> preconditions) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("apiVersion", "v1");
    options.put("kind", "DeleteOptions");
    options.put("preconditions", preconditions);
    return new Write(Write.Verb.DELETE, kind, target, options);
  }

  /**
   * Sets a field, or clears it where there is nothing to set. An empty list clears too: it is the
   * same to a real server, and the only way to make the mock server let a deleted object go.
   */
  static void put(Map<String, Object> into, String field, @Nullable Object value) {
    if (value == null || (value instanceof Collection<?> items && items.isEmpty())) {
      clear(into, field);
    } else {
      into.put(field, value);
    }
  }

  /** In a merge patch null takes the field away. */
  @SuppressWarnings({"NullAway", "nullness"}) // The one place where a JSON null is meant.
  static void clear(Map<String, Object> into, String field) {
    into.put(field, null);
  }

  static Map<String, Object> mapOf(String field, Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(field, value);
    return map;
  }
}
