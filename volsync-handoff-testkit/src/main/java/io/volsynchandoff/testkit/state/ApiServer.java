// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Meta;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the API server does with a write: uids, versions, generations, finalizers, admission. Every
 * function takes a cluster and gives the cluster after the write; a write that changes nothing
 * gives the same cluster.
 */
public final class ApiServer {
  private static final String FOREGROUND = "foregroundDeletion";

  private ApiServer() {}

  /**
   * Creates an object with a new uid; the draft's uid, version and deletion are not looked at.
   *
   * @throws IllegalStateException if there is an object of that name
   */
  public static <V> ClusterState create(ClusterState state, VersionedKind<V> kind, V draft) {
    ClaimKey key = kind.key(draft);
    if (state.get(kind, key) != null) {
      throw new IllegalStateException(kind + " " + key + " exists");
    }
    String name = kind + "/" + key;
    int number = state.truth().count(name) + 1;
    Meta meta =
        Meta.builder()
            .from(kind.meta(draft))
            .uid(uid(kind, key, number))
            .resourceVersion("1")
            .generation(kind.rules().specOnly() == null ? 0 : 1)
            .finalizers(withAdmission(kind, kind.meta(draft).finalizers()))
            .deletedAt(null)
            .build();
    V created = kind.rules().completed().apply(kind.withMeta(draft, meta));
    return state.with(kind, created).withTruth(truth -> truth.counted(name));
  }

  private static ImmutableList<String> withAdmission(
      VersionedKind<?> kind, ImmutableList<String> finalizers) {
    String admitted = kind.rules().admissionFinalizer();
    return admitted == null || finalizers.contains(admitted)
        ? finalizers
        : ImmutableList.<String>builder().addAll(finalizers).add(admitted).build();
  }

  private static String uid(Kind<?> kind, ClaimKey key, int number) {
    String text = kind + "/" + key + "/" + number;
    String prefix = Hashing.crc32().hashString(text, StandardCharsets.UTF_8).toString();
    String word = kind.name().replaceAll("[a-z]", "").toLowerCase(Locale.ROOT);
    return prefix + "-" + word + "-" + key.name() + "-" + number;
  }

  /**
   * Writes an object on the condition that it is still at the version that was seen: a stale write
   * is a conflict and changes nothing.
   */
  public static <V> ClusterState update(
      ClusterState state, VersionedKind<V> kind, V seen, UnaryOperator<V> change) {
    V current = state.get(kind, kind.key(seen));
    return current == null || !kind.meta(current).ref().equals(kind.meta(seen).ref())
        ? state
        : overwrite(state, kind, current, change.apply(seen));
  }

  /** Writes an object whatever its version; no object, no change. */
  public static <V> ClusterState edit(
      ClusterState state, VersionedKind<V> kind, ClaimKey key, UnaryOperator<V> change) {
    V current = state.get(kind, key);
    return current == null ? state : overwrite(state, kind, current, change.apply(current));
  }

  private static <V> ClusterState overwrite(
      ClusterState state, VersionedKind<V> kind, V current, V wanted) {
    V completed = kind.rules().completed().apply(wanted);
    if (completed.equals(kind.rules().completed().apply(current))) {
      return state;
    }
    Meta before = kind.meta(current);
    Meta meta = kind.meta(completed);
    if (before.isDeleting() && meta.finalizers().isEmpty() && !before.finalizers().isEmpty()) {
      return state.without(kind, kind.key(current));
    }
    UnaryOperator<V> specOnly = kind.rules().specOnly();
    boolean specChanged =
        specOnly != null && !specOnly.apply(current).equals(specOnly.apply(completed));
    return state.with(kind, kind.withMeta(completed, next(before, meta, specChanged)));
  }

  private static Meta next(Meta before, Meta wanted, boolean generation) {
    return Meta.builder()
        .from(wanted)
        .resourceVersion(String.valueOf(Long.parseLong(before.resourceVersion()) + 1))
        .generation(before.generation() + (generation ? 1 : 0))
        .deletedAt(before.deletedAt())
        .build();
  }

  /**
   * Deletes an object in the background: it is gone at once, or marked where finalizers or its node
   * hold it.
   */
  public static <V> ClusterState delete(ClusterState state, VersionedKind<V> kind, ClaimKey key) {
    V current = state.get(kind, key);
    if (current == null || kind.meta(current).isDeleting()) {
      return state;
    }
    return kind.meta(current).finalizers().isEmpty() && !kind.rules().stopsFirst().test(current)
        ? state.without(kind, key)
        : state.with(kind, marked(state, kind, current, null));
  }

  /** Deletes an object in the foreground: it waits for those that it owns (facts §8). */
  public static <V> ClusterState deleteForeground(
      ClusterState state, VersionedKind<V> kind, ClaimKey key) {
    V current = state.get(kind, key);
    return current == null || kind.meta(current).isDeleting()
        ? state
        : state.with(kind, marked(state, kind, current, FOREGROUND));
  }

  /** True for an object that is deleted in the foreground and still waits for its dependants. */
  public static boolean waitsForDependants(Meta meta) {
    return meta.isDeleting() && meta.finalizers().contains(FOREGROUND);
  }

  /** Takes the mark of foreground deletion off, when its dependants are gone. */
  public static <V> ClusterState dependantsGone(
      ClusterState state, VersionedKind<V> kind, ClaimKey key) {
    return edit(state, kind, key, object -> withoutFinalizer(kind, object, FOREGROUND));
  }

  /** The object without one finalizer. */
  public static <V> V withoutFinalizer(VersionedKind<V> kind, V object, String finalizer) {
    Meta meta = kind.meta(object);
    ImmutableList<String> left =
        meta.finalizers().stream()
            .filter(each -> !each.equals(finalizer))
            .collect(ImmutableList.toImmutableList());
    return kind.withMeta(object, Meta.builder().from(meta).finalizers(left).build());
  }

  /** Marked as deleted, which is a change of generation too. */
  private static <V> V marked(
      ClusterState state, VersionedKind<V> kind, V current, @Nullable String finalizer) {
    Meta before = kind.meta(current);
    ImmutableList.Builder<String> finalizers = ImmutableList.builder();
    finalizers.addAll(before.finalizers());
    if (finalizer != null) {
      finalizers.add(finalizer);
    }
    Meta next = next(before, before, kind.rules().specOnly() != null);
    return kind.withMeta(
        current,
        Meta.builder().from(next).finalizers(finalizers.build()).deletedAt(state.clock()).build());
  }
}
