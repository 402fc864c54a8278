// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.PointInTime;
import io.volsynchandoff.testkit.state.VersionedKind;

/** What an owner leaves behind that is deleted with its dependants orphaned. */
final class Orphans {
  private Orphans() {}

  static ClusterState of(ClusterState state, String ownerUid) {
    ClusterState orphaned = state;
    for (VersionedKind<?> kind : Kinds.VERSIONED) {
      orphaned = disown(orphaned, kind, ownerUid);
    }
    for (var copy : state.truth().copies().entrySet()) {
      if (ownerUid.equals(copy.getValue().ownerUid())) {
        PointInTime alone = new PointInTime(null, copy.getValue().content());
        orphaned = orphaned.withTruth(truth -> truth.withCopy(copy.getKey(), alone));
      }
    }
    return orphaned;
  }

  private static <V> ClusterState disown(
      ClusterState state, VersionedKind<V> kind, String ownerUid) {
    ClusterState disowned = state;
    for (var object : state.all(kind).entrySet()) {
      if (kind.meta(object.getValue()).isOwnedBy(ownerUid)) {
        disowned =
            ApiServer.edit(disowned, kind, object.getKey(), seen -> without(kind, seen, ownerUid));
      }
    }
    return disowned;
  }

  private static <V> V without(VersionedKind<V> kind, V object, String ownerUid) {
    Meta meta = kind.meta(object);
    ImmutableList<OwnerView> left =
        meta.owners().stream()
            .filter(owner -> !owner.uid().equals(ownerUid))
            .collect(ImmutableList.toImmutableList());
    return kind.withMeta(object, Meta.builder().from(meta).owners(left).build());
  }
}
