// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.SetMultimap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** From a value that views bear to the keys of their objects; guarded by the store that owns it. */
final class ViewIndex<V> {
  private final Function<V, ImmutableSet<?>> values;
  private final SetMultimap<Object, String> keys = HashMultimap.create();

  ViewIndex(Function<V, ImmutableSet<?>> values) {
    this.values = values;
  }

  void move(String key, @Nullable V from, @Nullable V to) {
    if (from != null) {
      values.apply(from).forEach(value -> keys.remove(value, key));
    }
    if (to != null) {
      values.apply(to).forEach(value -> keys.put(value, key));
    }
  }

  ImmutableSet<String> keys(Object value) {
    return ImmutableSet.copyOf(keys.get(value));
  }
}
