// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.volsynchandoff.core.snapshot.ObjectRef;

/** The kinds of object that members' actions write. */
public enum WrittenKind {
  VOLUME("", "v1", "PersistentVolume", "persistentvolumes", false),
  CLAIM("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", true),
  SOURCE("volsync.backube", "v1alpha1", "ReplicationSource", "replicationsources", true);

  private final String group;
  private final String version;
  private final String kind;
  private final String plural;
  private final boolean namespaced;

  WrittenKind(String group, String version, String kind, String plural, boolean namespaced) {
    this.group = group;
    this.version = version;
    this.kind = kind;
    this.plural = plural;
    this.namespaced = namespaced;
  }

  /** As it stands in an object's {@code apiVersion}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  public String kind() {
    return kind;
  }

  /** The plural, as RBAC and paths name it. */
  public String plural() {
    return plural;
  }

  ResourceDefinitionContext context() {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion(version)
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(namespaced)
        .build();
  }

  /** The path of an object on the API server. */
  String path(ObjectRef object) {
    String root = group.isEmpty() ? "/api/" : "/apis/";
    String namespace = namespaced ? "namespaces/" + object.namespace() + "/" : "";
    return root + apiVersion() + "/" + namespace + plural + "/" + object.name();
  }
}
