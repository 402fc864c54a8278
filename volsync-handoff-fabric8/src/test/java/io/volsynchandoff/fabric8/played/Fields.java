// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.Sets;
import io.volsynchandoff.core.snapshot.Meta;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JSON of objects and of merge patches (RFC 7396) as maps in the order of their making. */
final class Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  static Fields of() {
    return new Fields();
  }

  /** Sets a field unless there is nothing to set. */
  Fields with(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value instanceof Fields inner ? inner.map() : value);
    }
    return this;
  }

  /** Sets a field that differs, or takes it away with a null; leaves it out where it is equal. */
  Fields changed(String name, @Nullable Object before, @Nullable Object after) {
    if (Objects.equals(before, after)) {
      return this;
    }
    // An empty list clears too: the mock server lets a deleted object go on nothing else.
    boolean cleared = after == null || (after instanceof Collection<?> items && items.isEmpty());
    return cleared ? cleared(name) : with(name, after);
  }

  /** In a merge patch null takes the field away. */
  @SuppressWarnings("NullAway") // The one place where a JSON null is meant.
  Fields cleared(String name) {
    fields.put(name, null);
    return this;
  }

  /** Adds an object unless it is empty. */
  Fields within(String name, Fields inner) {
    return inner.isEmpty() ? this : with(name, inner);
  }

  boolean isEmpty() {
    return fields.isEmpty();
  }

  Map<String, Object> map() {
    return fields;
  }

  /** The metadata of an object to be created. */
  static Fields metadata(Meta meta) {
    Fields fields = of().with("name", meta.name());
    if (!meta.namespace().isEmpty()) {
      fields.with("namespace", meta.namespace());
    }
    return fields
        .with("labels", meta.labels())
        .with("annotations", meta.annotations())
        .with("finalizers", meta.finalizers())
        .with("ownerReferences", owners(meta));
  }

  private static List<Map<String, Object>> owners(Meta meta) {
    return meta.owners().stream()
        .map(
            owner ->
                of().with("apiVersion", owner.apiVersion())
                    .with("kind", owner.kind())
                    .with("name", owner.name())
                    .with("uid", owner.uid())
                    .with("controller", owner.controller())
                    .with("blockOwnerDeletion", owner.blockOwnerDeletion())
                    .map())
        .toList();
  }

  /** What differs of annotations, finalizers and owners; no model changes labels. */
  static Fields metadata(Meta before, Meta after) {
    Fields annotations = of();
    Map<String, String> had = before.annotations();
    Map<String, String> has = after.annotations();
    Sets.union(had.keySet(), has.keySet())
        .forEach(key -> annotations.changed(key, had.get(key), has.get(key)));
    return of().within("annotations", annotations)
        .changed("finalizers", before.finalizers(), after.finalizers())
        .changed("ownerReferences", owners(before), owners(after));
  }
}
