// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Meta;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A kind whose objects bear metadata, and what the API server does for objects of this kind. */
public final class VersionedKind<V> extends Kind<V> {
  private final Function<V, Meta> meta;
  private final BiFunction<V, Meta, V> withMeta;
  private final ServerRules<V> rules;

  /**
   * What the API server does for one kind.
   *
   * @param specOnly the object without metadata and status, for telling a change of spec; null for
   *     a kind without {@code metadata.generation}
   * @param completed the object with the fields that follow from others
   * @param admissionFinalizer the finalizer that admission puts on every new object, or null
   * @param stopsFirst true for an object that is only marked when it is deleted, until its node has
   *     stopped it
   */
  record ServerRules<V>(
      @Nullable UnaryOperator<V> specOnly,
      UnaryOperator<V> completed,
      @Nullable String admissionFinalizer,
      Predicate<V> stopsFirst) {
    static <V> ServerRules<V> plain() {
      return new ServerRules<>(null, UnaryOperator.identity(), null, object -> false);
    }
  }

  VersionedKind(
      String name,
      int index,
      Function<V, Meta> meta,
      BiFunction<V, Meta, V> withMeta,
      ServerRules<V> rules) {
    super(
        name,
        index,
        object -> new ClaimKey(meta.apply(object).namespace(), meta.apply(object).name()));
    this.meta = meta;
    this.withMeta = withMeta;
    this.rules = rules;
  }

  public Meta meta(V object) {
    return meta.apply(object);
  }

  public V withMeta(V object, Meta changed) {
    return withMeta.apply(object, changed);
  }

  /**
   * The object with the fields that follow from others, as {@link ApiServer} leaves it: what a
   * driver that maps objects of a real server has to put into a cluster.
   */
  public V completed(V object) {
    return rules.completed().apply(object);
  }

  ServerRules<V> rules() {
    return rules;
  }
}
