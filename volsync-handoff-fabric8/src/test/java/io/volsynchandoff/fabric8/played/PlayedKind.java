// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.testkit.state.Change;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kind;
import io.volsynchandoff.testkit.state.VersionedKind;
import java.util.function.Function;

/**
 * How the objects of one kind get from the server into a {@link ClusterState}, and their changes
 * back.
 *
 * @param view the core's view of an object
 * @param writes the requests by which a change is written, in their order
 */
record PlayedKind<T extends HasMetadata, V>(
    Kind<V> kind,
    Class<T> type,
    ResourceDefinitionContext context,
    Function<T, V> view,
    Function<Change<V>, ImmutableList<PlayedRequest>> writes) {

  static <T extends HasMetadata, V> PlayedKind<T, V> of(
      Kind<V> kind,
      Class<T> type,
      Function<T, V> view,
      Function<Change<V>, ImmutableList<PlayedRequest>> writes) {
    return new PlayedKind<>(
        kind, type, ResourceDefinitionContext.fromResourceType(type), view, writes);
  }

  @SuppressWarnings("unchecked") // a generic resource is only used with a context of its own
  MixedOperation<T, ?, Resource<T>> operation(KubernetesClient client) {
    return type.equals(GenericKubernetesResource.class)
        ? (MixedOperation<T, ?, Resource<T>>)
            (MixedOperation<?, ?, ?>) client.genericKubernetesResources(context)
        : client.resources(type);
  }

  ClusterState put(ClusterState state, T object) {
    V viewed = view.apply(object);
    return state.with(
        kind, kind instanceof VersionedKind<V> versioned ? versioned.completed(viewed) : viewed);
  }

  String path(ClaimKey key) {
    String group =
        context.getGroup() == null || context.getGroup().isEmpty()
            ? "/api/"
            : "/apis/" + context.getGroup() + "/";
    String namespace = context.isNamespaceScoped() ? "/namespaces/" + key.namespace() : "";
    return group + context.getVersion() + namespace + "/" + context.getPlural() + "/" + key.name();
  }
}
