// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import java.util.concurrent.CompletableFuture;

/** One kind in one namespace or in all: its informer, its views, and whether they are known. */
final class Watched<T extends HasMetadata, V> implements AutoCloseable {
  /** Objects in one page of the first list. */
  private static final long PAGE = 500;

  private final WatchState<T> state;
  private final ViewStore<T, V> store;
  private final SharedIndexInformer<T> informer;

  /**
   * @param where for the operator, such as {@code in namespace shop}
   */
  Watched(
      ViewKind<T, V> kind,
      String where,
      Informable<T> objects,
      ImmutableList<ViewIndex<V>> indexes) {
    Runnable everyone = () -> kind.listener().accept(ReadChange.ofEveryone());
    this.state = new WatchState<>(kind.resource() + " " + where, everyone);
    this.store = new ViewStore<>(kind, everyone, indexes);
    this.informer =
        objects
            .withLimit(PAGE)
            .runnableInformer(0)
            .removeNamespaceIndex()
            .itemStore(store)
            .exceptionHandler(state)
            .addEventHandler(state);
  }

  /** Returns at once; the future is done when the first list was read or refused. */
  CompletableFuture<Void> start() {
    var unused = informer.start();
    return state.answered();
  }

  Listed<V> all() {
    String why = state.whyUnknown();
    return why == null ? store.all() : Listed.unknown(why);
  }

  Listed<V> indexed(ViewIndex<V> index, Object value) {
    String why = state.whyUnknown();
    return why == null ? store.indexed(index, value) : Listed.unknown(why);
  }

  Observed<V> one(String key) {
    String why = state.whyUnknown();
    return why == null ? store.one(key) : Observed.unknown(why);
  }

  @Override
  public void close() {
    informer.close();
  }
}
