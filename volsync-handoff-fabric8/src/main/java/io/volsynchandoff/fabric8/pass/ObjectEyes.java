// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.ServerWords;
import io.volsynchandoff.fabric8.apply.WrittenKind;
import io.volsynchandoff.fabric8.read.ClusterReads;
import io.volsynchandoff.fabric8.read.Views;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The objects that we write, by name: as the cache has them, and as the API server has them. */
record ObjectEyes(ClusterReads cache, KubernetesClient client) implements OwnWrites.Eyes {
  @Override
  public Observed<Meta> cached(WrittenKind kind, ObjectRef object) {
    return switch (kind) {
      case VOLUME -> map(cache.volume(object.name()), VolumeView::meta);
      case CLAIM -> map(cache.claim(object.key()), ClaimView::meta);
      case SOURCE -> source(cache.sources(object.namespace()), object.name());
    };
  }

  @Override
  public Observed<Meta> live(WrittenKind kind, ObjectRef object) {
    try {
      HasMetadata found = get(kind, object);
      return found == null ? Observed.absent() : Observed.of(Views.meta(found));
    } catch (KubernetesClientException e) {
      return Observed.unknown(ServerWords.of(e));
    }
  }

  private @Nullable HasMetadata get(WrittenKind kind, ObjectRef object) {
    return switch (kind) {
      case VOLUME -> client.persistentVolumes().withName(object.name()).get();
      case CLAIM ->
          client
              .persistentVolumeClaims()
              .inNamespace(object.namespace())
              .withName(object.name())
              .get();
      case SOURCE ->
          client
              .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
              .inNamespace(object.namespace())
              .withName(object.name())
              .get();
    };
  }

  private static Observed<Meta> source(Listed<SourceView> sources, String name) {
    if (sources.isUnknown()) {
      return Observed.unknown(sources.why());
    }
    return sources.known().stream()
        .map(SourceView::meta)
        .filter(meta -> meta.name().equals(name))
        .findFirst()
        .map(Observed::of)
        .orElseGet(Observed::absent);
  }

  private static <V> Observed<Meta> map(Observed<V> view, Function<V, Meta> meta) {
    if (view.isUnknown()) {
      return Observed.unknown(view.why());
    }
    V value = view.orNull();
    return value == null ? Observed.absent() : Observed.of(meta.apply(value));
  }
}
