// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Gettable;
import io.fabric8.kubernetes.client.dsl.Listable;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.ServerWords;
import java.time.DateTimeException;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Lists and single objects read from the API server itself: one request each, without
 * resourceVersion, so that the answer is no older than the question (attack A10). One that fails is
 * unknown.
 */
final class LiveLists {
  private final KubernetesClient client;

  LiveLists(KubernetesClient client) {
    this.client = client;
  }

  Listed<ClaimView> claims(String namespace) {
    return list(
        "persistentvolumeclaims in namespace " + namespace,
        client.persistentVolumeClaims().inNamespace(namespace),
        Views::claim,
        view -> true);
  }

  Listed<SourceView> sources(String namespace) {
    return list(
        "replicationsources.volsync.backube in namespace " + namespace,
        client.genericKubernetesResources(ApiNames.REPLICATION_SOURCES).inNamespace(namespace),
        Views::source,
        view -> true);
  }

  Listed<PodView> pods(String namespace) {
    return list(
        "pods in namespace " + namespace,
        client.pods().inNamespace(namespace),
        Views::pod,
        Views::matters);
  }

  Listed<JobView> jobs(String namespace) {
    return list(
        "jobs.batch in namespace " + namespace,
        client.batch().v1().jobs().inNamespace(namespace),
        Views::job,
        Views::matters);
  }

  Listed<VolumeView> volumes() {
    return list("persistentvolumes", client.persistentVolumes(), Views::volume, view -> true);
  }

  Listed<AttachmentView> attachments() {
    return list(
        "volumeattachments.storage.k8s.io",
        client.storage().v1().volumeAttachments(),
        Views::attachment,
        view -> true);
  }

  Observed<ClaimView> claim(ClaimKey key) {
    return get(
        "persistentvolumeclaim " + key,
        client.persistentVolumeClaims().inNamespace(key.namespace()).withName(key.name()),
        Views::claim);
  }

  Observed<VolumeView> volume(String name) {
    return get(
        "persistentvolume " + name, client.persistentVolumes().withName(name), Views::volume);
  }

  private static <T, V> Observed<V> get(String what, Gettable<T> object, Function<T, V> mapper) {
    try {
      T found = object.get();
      return found == null ? Observed.absent() : Observed.of(mapper.apply(found));
    } catch (KubernetesClientException | IllegalArgumentException | DateTimeException e) {
      return Observed.unknown("cannot get " + what + ": " + ServerWords.of(e));
    }
  }

  private static <T extends HasMetadata, L extends KubernetesResourceList<T>, V> Listed<V> list(
      String what, Listable<L> objects, Function<T, V> mapper, Predicate<V> relevant) {
    try {
      return Listed.of(
          objects.list().getItems().stream()
              .map(mapper)
              .filter(relevant)
              .collect(ImmutableList.toImmutableList()));
    } catch (KubernetesClientException | IllegalArgumentException | DateTimeException e) {
      return Listed.unknown("cannot list " + what + ": " + ServerWords.of(e));
    }
  }
}
