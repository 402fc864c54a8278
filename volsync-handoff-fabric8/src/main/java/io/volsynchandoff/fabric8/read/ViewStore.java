// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an informer keeps: views, mapped on arrival, and of the objects themselves no more than
 * their names. Objects that do not matter are not kept at all. An object that cannot be mapped
 * makes every list unknown for as long as it is there.
 */
final class ViewStore<T extends HasMetadata, V> implements ItemStore<T> {
  /** An object, by what is left of it. */
  private record Entry<V>(ObjectMeta name, @Nullable V view, String unreadable) {}

  private final ViewKind<T, V> kind;
  private final Runnable onUnreadable;
  private final Map<String, Entry<V>> entries = new HashMap<>();
  private final ImmutableList<ViewIndex<V>> indexes;
  private int unreadable;

  /**
   * @param onUnreadable called when an object that cannot be mapped comes or goes
   */
  ViewStore(ViewKind<T, V> kind, Runnable onUnreadable, ImmutableList<ViewIndex<V>> indexes) {
    this.kind = kind;
    this.onUnreadable = onUnreadable;
    this.indexes = indexes;
  }

  synchronized Listed<V> all() {
    return complete(entries.values().stream().map(Entry::view));
  }

  synchronized Listed<V> indexed(ViewIndex<V> index, Object value) {
    return complete(index.keys(value).stream().map(key -> view(key)));
  }

  synchronized Observed<V> one(String key) {
    Entry<V> entry = entries.get(key);
    if (entry == null) {
      return Observed.absent();
    }
    V view = entry.view();
    return view == null ? Observed.unknown(entry.unreadable()) : Observed.of(view);
  }

  private @Nullable V view(String key) {
    Entry<V> entry = entries.get(key);
    return entry == null ? null : entry.view();
  }

  private Listed<V> complete(Stream<@Nullable V> views) {
    if (unreadable > 0) {
      return Listed.unknown(
          entries.values().stream()
              .map(Entry::unreadable)
              .filter(why -> !why.isEmpty())
              .sorted()
              .findFirst()
              .orElseThrow());
    }
    ImmutableList.Builder<V> items = ImmutableList.builder();
    views.filter(Objects::nonNull).map(Objects::requireNonNull).forEach(items::add);
    return Listed.of(items.build());
  }

  @Override
  public @Nullable T put(String key, T object) {
    Entry<V> entry = map(object);
    V view = entry.view();
    boolean kept = view == null || kind.matters(view);
    return replace(key, kept ? entry : null);
  }

  @Override
  public @Nullable T remove(String key) {
    return replace(key, null);
  }

  private Entry<V> map(T object) {
    ObjectMeta meta = object.getMetadata();
    ObjectMeta name =
        new ObjectMetaBuilder()
            .withNamespace(meta.getNamespace())
            .withName(meta.getName())
            .withResourceVersion(meta.getResourceVersion())
            .build();
    try {
      return new Entry<>(name, kind.map(object), "");
    } catch (RuntimeException e) {
      String what = kind.resource() + " " + getKey(object);
      return new Entry<>(name, null, what + " cannot be read: " + e.getMessage());
    }
  }

  private @Nullable T replace(String key, @Nullable Entry<V> entry) {
    Entry<V> old;
    boolean unreadableBefore;
    synchronized (this) {
      old = entry == null ? entries.remove(key) : entries.put(key, entry);
      unreadableBefore = unreadable > 0;
      unreadable += (isUnreadable(entry) ? 1 : 0) - (isUnreadable(old) ? 1 : 0);
      V oldView = old == null ? null : old.view();
      V newView = entry == null ? null : entry.view();
      indexes.forEach(index -> index.move(key, oldView, newView));
    }
    tell(old, entry, unreadableBefore);
    return old == null ? null : kind.named(old.name());
  }

  private void tell(@Nullable Entry<V> old, @Nullable Entry<V> entry, boolean unreadableBefore) {
    V oldView = old == null ? null : old.view();
    V newView = entry == null ? null : entry.view();
    if (unreadableBefore || isUnreadable(entry)) {
      onUnreadable.run();
    } else if (!Objects.equals(oldView, newView)) {
      kind.changed(oldView, newView);
    }
  }

  private static boolean isUnreadable(@Nullable Entry<?> entry) {
    return entry != null && entry.view() == null;
  }

  @Override
  public String getKey(T object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  @Override
  public synchronized Stream<String> keySet() {
    return ImmutableList.copyOf(entries.keySet()).stream();
  }

  @Override
  public synchronized Stream<T> values() {
    return entries.values().stream()
        .map(entry -> kind.named(entry.name()))
        .collect(ImmutableList.toImmutableList())
        .stream();
  }

  @Override
  public synchronized int size() {
    return entries.size();
  }

  @Override
  public synchronized @Nullable T get(String key) {
    Entry<V> entry = entries.get(key);
    return entry == null ? null : kind.named(entry.name());
  }

  /** False: what is handed out has a name and no more. */
  @Override
  public boolean isFullState() {
    return false;
  }
}
