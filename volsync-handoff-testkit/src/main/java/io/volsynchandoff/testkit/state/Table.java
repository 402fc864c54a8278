// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import com.google.common.collect.ImmutableSortedMap;
import io.volsynchandoff.core.snapshot.ClaimKey;
import org.jspecify.annotations.Nullable;

/**
 * All objects of one kind. Its hash is kept up to date write by write, so that a state of a cluster
 * is hashed without a look at the objects that did not change.
 */
final class Table<V> {
  private final ImmutableSortedMap<ClaimKey, V> objects;
  private final int hash;

  private Table(ImmutableSortedMap<ClaimKey, V> objects, int hash) {
    this.objects = objects;
    this.hash = hash;
  }

  static <V> Table<V> empty() {
    return new Table<>(ImmutableSortedMap.of(), 0);
  }

  ImmutableSortedMap<ClaimKey, V> objects() {
    return objects;
  }

  Table<V> put(ClaimKey key, V object) {
    V before = objects.get(key);
    return object.equals(before)
        ? this
        : new Table<>(
            Entries.put(objects, key, object), hash - hash(key, before) + hash(key, object));
  }

  Table<V> remove(ClaimKey key) {
    V before = objects.get(key);
    return before == null
        ? this
        : new Table<>(Entries.remove(objects, key), hash - hash(key, before));
  }

  private static int hash(ClaimKey key, @Nullable Object object) {
    return object == null ? 0 : 31 * key.hashCode() + object.hashCode();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Table<?> that && hash == that.hash && objects.equals(that.objects));
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
