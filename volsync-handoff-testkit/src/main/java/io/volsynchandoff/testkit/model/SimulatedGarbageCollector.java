// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.PointInTime;
import io.volsynchandoff.testkit.state.VersionedKind;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what is owned by objects that are gone, told apart by uid. An owner that is deleted in
 * the foreground has its dependants deleted at once, whatever finalizers keep the owner itself
 * (facts §8).
 */
public final class SimulatedGarbageCollector implements Model {

  @Override
  public ImmutableList<Step> steps(ClusterState seen) {
    Offer offer = new Offer(seen);
    for (VersionedKind<?> kind : Kinds.VERSIONED) {
      offerDeletions(offer, seen, kind);
    }
    for (VersionedKind<?> kind : Kinds.VERSIONED) {
      offerOwners(offer, seen, kind);
    }
    seen.truth().copies().forEach((name, copy) -> offerCopy(offer, name, copy));
    return offer.steps();
  }

  private static <V> void offerDeletions(Offer offer, ClusterState seen, VersionedKind<V> kind) {
    seen.all(kind).keySet().stream()
        .filter(key -> isGarbage(seen, kind, key))
        .forEach(
            key ->
                offer.add(
                    "garbage collector: deletes " + kind + " " + key,
                    actual ->
                        isGarbage(actual, kind, key)
                            ? ApiServer.delete(actual, kind, key)
                            : actual));
  }

  private static <V> boolean isGarbage(ClusterState state, VersionedKind<V> kind, ClaimKey key) {
    V object = state.get(kind, key);
    return object != null
        && !kind.meta(object).owners().isEmpty()
        && kind.meta(object).owners().stream()
            .allMatch(owner -> isGone(state, owner.uid()) || waits(state, owner.uid()));
  }

  /** A foreground deletion ends when nothing is left that blocks it. */
  private static <V> void offerOwners(Offer offer, ClusterState seen, VersionedKind<V> kind) {
    seen.all(kind)
        .forEach(
            (key, object) -> {
              Meta meta = kind.meta(object);
              if (ApiServer.waitsForDependants(meta) && !isBlocked(seen, meta.uid())) {
                offer.add(
                    "garbage collector: lets go of " + kind + " " + key,
                    actual ->
                        isBlocked(actual, meta.uid())
                            ? actual
                            : ApiServer.dependantsGone(actual, kind, key));
              }
            });
  }

  private static boolean isBlocked(ClusterState state, String ownerUid) {
    return Kinds.VERSIONED.stream().anyMatch(kind -> anyBlocks(state, kind, ownerUid));
  }

  private static <V> boolean anyBlocks(ClusterState state, VersionedKind<V> kind, String ownerUid) {
    return state.all(kind).values().stream()
        .flatMap(object -> kind.meta(object).owners().stream())
        .filter(OwnerView::blockOwnerDeletion)
        .anyMatch(owner -> owner.uid().equals(ownerUid));
  }

  private static void offerCopy(Offer offer, ClaimKey name, PointInTime copy) {
    offer.add(
        "garbage collector: deletes the copy " + name,
        actual -> {
          PointInTime live = actual.truth().copies().get(name);
          return copy.equals(live) && copy.ownerUid() != null && isGone(actual, copy.ownerUid())
              ? actual.withTruth(truth -> truth.withoutCopy(name))
              : actual;
        });
  }

  private static boolean isGone(ClusterState state, String uid) {
    return metaOf(state, uid) == null;
  }

  private static boolean waits(ClusterState state, String uid) {
    Meta meta = metaOf(state, uid);
    return meta != null && ApiServer.waitsForDependants(meta);
  }

  private static @Nullable Meta metaOf(ClusterState state, String uid) {
    return Kinds.VERSIONED.stream()
        .flatMap(kind -> metas(state, kind).stream())
        .filter(meta -> meta.uid().equals(uid))
        .findFirst()
        .orElse(null);
  }

  private static <V> ImmutableList<Meta> metas(ClusterState state, VersionedKind<V> kind) {
    return state.all(kind).values().stream()
        .map(kind::meta)
        .collect(ImmutableList.toImmutableList());
  }
}
