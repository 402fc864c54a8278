// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Sorted maps that differ from another one by one entry. */
final class Entries {
  private Entries() {}

  static <K extends Comparable<? super K>, V> ImmutableSortedMap<K, V> put(
      ImmutableSortedMap<K, V> map, K key, V value) {
    if (value.equals(map.get(key))) {
      return map;
    }
    NavigableMap<K, V> changed = new TreeMap<>(map);
    changed.put(key, value);
    return ImmutableSortedMap.copyOf(changed);
  }

  static <K extends Comparable<? super K>, V> ImmutableSortedMap<K, V> remove(
      ImmutableSortedMap<K, V> map, K key) {
    return map.containsKey(key)
        ? ImmutableSortedMap.copyOf(Maps.filterKeys(map, other -> !other.equals(key)))
        : map;
  }
}
