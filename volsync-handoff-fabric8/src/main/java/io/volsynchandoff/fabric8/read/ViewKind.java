// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One kind of object as it is watched.
 *
 * @param resource as RBAC names it, with its API group
 * @param empty makes an object without content, to bear a name
 * @param concerns what a change means to whom, by the old view and the new, of which one may be
 *     null
 */
record ViewKind<T extends HasMetadata, V>(
    String resource,
    Supplier<T> empty,
    Function<T, V> mapper,
    Predicate<V> relevant,
    BiFunction<@Nullable V, @Nullable V, ReadChange> concerns,
    Consumer<ReadChange> listener) {

  V map(T object) {
    return mapper.apply(object);
  }

  boolean matters(V view) {
    return relevant.test(view);
  }

  void changed(@Nullable V from, @Nullable V to) {
    listener.accept(concerns.apply(from, to));
  }

  T named(ObjectMeta name) {
    T object = empty.get();
    object.setMetadata(name);
    return object;
  }
}
