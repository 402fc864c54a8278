// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableSortedMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.volsynchandoff.core.snapshot.ClaimKey;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The latest known version of each object of one kind, from watch events and from the answers to
 * the played cluster's own writes, whichever comes first.
 */
final class Mirror<T extends HasMetadata> {
  private final Map<ClaimKey, T> objects = new TreeMap<>();
  private final Set<String> goneUids = new HashSet<>();

  static ClaimKey key(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    return new ClaimKey(namespace == null ? "" : namespace, object.getMetadata().getName());
  }

  synchronized void saw(T object) {
    T known = objects.get(key(object));
    String uid = object.getMetadata().getUid();
    if (goneUids.contains(uid)) {
      return;
    }
    if (known != null && !known.getMetadata().getUid().equals(uid)) {
      goneUids.add(known.getMetadata().getUid());
      known = null;
    }
    if (known == null || version(known) < version(object)) {
      objects.put(key(object), object);
    }
  }

  synchronized void lost(T object) {
    String uid = object.getMetadata().getUid();
    goneUids.add(uid);
    objects.computeIfPresent(
        key(object), (key, known) -> known.getMetadata().getUid().equals(uid) ? null : known);
  }

  synchronized ImmutableSortedMap<ClaimKey, T> all() {
    return ImmutableSortedMap.copyOf(objects);
  }

  synchronized @Nullable T get(ClaimKey key) {
    return objects.get(key);
  }

  /** Opaque by contract; in every server that is played on it is a number that grows. */
  private static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }
}
