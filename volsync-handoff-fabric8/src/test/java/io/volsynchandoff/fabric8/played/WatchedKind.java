// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.fabric8.played.PlayedRequest.Verb;
import io.volsynchandoff.testkit.state.Change;
import io.volsynchandoff.testkit.state.Changes;
import io.volsynchandoff.testkit.state.ClusterState;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One kind on one server: watched into a mirror, and written from there. */
final class WatchedKind<T extends HasMetadata, V> implements AutoCloseable {
  private final PlayedKind<T, V> kind;
  private final KubernetesClient client;
  private final PlayedScope scope;
  private final Mirror<T> mirror = new Mirror<>();
  private final SharedIndexInformer<T> informer;

  /**
   * @param changed is run after each change of the mirror
   */
  WatchedKind(PlayedKind<T, V> kind, KubernetesClient client, PlayedScope scope, Runnable changed) {
    this.kind = kind;
    this.client = client;
    this.scope = scope;
    MixedOperation<T, ?, Resource<T>> operation = kind.operation(client);
    this.informer =
        kind.context().isNamespaceScoped()
            ? operation.inNamespace(scope.namespace()).runnableInformer(0)
            : operation.runnableInformer(0);
    informer.exceptionHandler((started, error) -> true);
    informer.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(T object) {
            mirror.saw(object);
            changed.run();
          }

          @Override
          public void onUpdate(T before, T object) {
            onAdd(object);
          }

          @Override
          public void onDelete(T object, boolean finalStateUnknown) {
            mirror.lost(object);
            changed.run();
          }
        });
  }

  /** Ends when everything that is there was seen. */
  CompletableFuture<Void> start() {
    return informer.start().toCompletableFuture();
  }

  Seen see() {
    return new Seen(mirror.all());
  }

  @Override
  public void close() {
    informer.close();
  }

  /** What was seen of the kind at one moment: whatever is written is conditional on it. */
  final class Seen {
    private final ImmutableSortedMap<ClaimKey, T> objects;

    private Seen(ImmutableSortedMap<ClaimKey, T> objects) {
      this.objects = objects;
    }

    ClusterState putInto(ClusterState state) {
      ClusterState result = state;
      for (T object : objects.values()) {
        result = scope.has(object) ? kind.put(result, object) : result;
      }
      return result;
    }

    /** Writes what differs; false where something else was written in between. */
    boolean write(ClusterState before, ClusterState after) {
      for (Change<V> change : Changes.between(kind.kind(), before, after)) {
        if (!write(change)) {
          return false;
        }
      }
      return true;
    }

    private boolean write(Change<V> change) {
      T current = objects.get(change.key());
      ImmutableList<PlayedRequest> requests = kind.writes().apply(change);
      try {
        for (PlayedRequest request : requests) {
          current = send(request, change.key(), current);
        }
        return true;
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_CONFLICT
            || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
          return false;
        }
        throw e;
      }
    }
  }

  private @Nullable T send(PlayedRequest request, ClaimKey key, @Nullable T seen) {
    if (request.verb() == Verb.CREATE) {
      String json = client.getKubernetesSerialization().asJson(request.body());
      T draft = client.getKubernetesSerialization().unmarshal(json, kind.type());
      return remember(kind.operation(client).resource(draft).create());
    }
    if (seen == null) {
      throw new IllegalStateException("never seen: " + kind.kind() + " " + key);
    }
    if (request.verb() == Verb.DELETE) {
      delete(request, key, seen);
      return seen;
    }
    return remember(patch(request, seen));
  }

  private void delete(PlayedRequest request, ClaimKey key, T seen) {
    Map<String, Object> options =
        Fields.of()
            .with("apiVersion", "v1")
            .with("kind", "DeleteOptions")
            .with(
                "preconditions",
                Fields.of()
                    .with("uid", seen.getMetadata().getUid())
                    .with("resourceVersion", seen.getMetadata().getResourceVersion()))
            .map();
    options.putAll(request.body());
    client.raw(kind.path(key), "DELETE", options);
  }

  private T patch(PlayedRequest request, T seen) {
    Map<String, Object> body = request.conditionalOn(seen.getMetadata().getResourceVersion());
    String json = client.getKubernetesSerialization().asJson(body);
    PatchContext context = PatchContext.of(PatchType.JSON_MERGE);
    Resource<T> resource = kind.operation(client).resource(seen);
    return request.verb() == Verb.PATCH_STATUS
        ? resource.subresource("status").patch(context, json)
        : resource.patch(context, json);
  }

  /** Nothing comes back where a patch took the last finalizer off a deleted object. */
  private @Nullable T remember(@Nullable T written) {
    if (written != null) {
      mirror.saw(written);
    }
    return written;
  }
}
