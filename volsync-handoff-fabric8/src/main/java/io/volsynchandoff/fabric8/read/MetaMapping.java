// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.OwnerView;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Metadata of any object. */
final class MetaMapping {
  /** Kubectl's copy of the whole manifest: large, and read by {@link ReappliedFields} alone. */
  static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private MetaMapping() {}

  /**
   * @param keptAnnotation the annotations by key that the view keeps
   */
  static Meta meta(ObjectMeta meta, Predicate<String> keptAnnotation) {
    return Meta.builder()
        .namespace(orEmpty(meta.getNamespace()))
        .name(orEmpty(meta.getName()))
        .uid(orEmpty(meta.getUid()))
        .resourceVersion(orEmpty(meta.getResourceVersion()))
        .generation(meta.getGeneration() == null ? 0 : meta.getGeneration())
        .labels(strings(meta.getLabels()))
        .annotations(Maps.filterKeys(strings(meta.getAnnotations()), keptAnnotation::test))
        .finalizers(orNone(meta.getFinalizers()))
        .owners(orNone(meta.getOwnerReferences()).stream().map(MetaMapping::owner).toList())
        .deletedAt(instant(meta.getDeletionTimestamp()))
        .lastManager(lastManager(orNone(meta.getManagedFields())))
        .build();
  }

  static OwnerView owner(OwnerReference owner) {
    return new OwnerView(
        orEmpty(owner.getApiVersion()),
        orEmpty(owner.getKind()),
        orEmpty(owner.getName()),
        orEmpty(owner.getUid()),
        Boolean.TRUE.equals(owner.getController()),
        Boolean.TRUE.equals(owner.getBlockOwnerDeletion()));
  }

  /** The manager whose entry on the spec is the latest; null where none is recorded. */
  private static @Nullable String lastManager(List<ManagedFieldsEntry> entries) {
    return entries.stream()
        .filter(entry -> orEmpty(entry.getSubresource()).isEmpty())
        .filter(entry -> fields(entry).containsKey("f:spec"))
        .max(Comparator.comparing(entry -> orEmpty(entry.getTime())))
        .map(ManagedFieldsEntry::getManager)
        .orElse(null);
  }

  static Map<String, Object> fields(ManagedFieldsEntry entry) {
    return entry.getFieldsV1() == null
        ? ImmutableMap.of()
        : entry.getFieldsV1().getAdditionalProperties();
  }

  static @Nullable Instant instant(@Nullable String time) {
    return time == null || time.isEmpty() ? null : Instant.parse(time);
  }

  static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? ImmutableList.of() : list;
  }

  static ImmutableMap<String, String> strings(@Nullable Map<String, ?> map) {
    if (map == null) {
      return ImmutableMap.of();
    }
    ImmutableMap.Builder<String, String> strings = ImmutableMap.builder();
    map.forEach(
        (key, value) -> {
          if (value != null) {
            strings.put(key, value.toString());
          }
        });
    return strings.buildOrThrow();
  }
}
