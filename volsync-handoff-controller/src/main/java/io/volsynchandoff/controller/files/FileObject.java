// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** One object that a file holds. Its namespace is empty where the kind has none. */
public record FileObject(KnownKind kind, HasMetadata object, Origin origin) {
  public String namespace() {
    String namespace = object.getMetadata().getNamespace();
    return namespace == null ? "" : namespace;
  }

  public String name() {
    return object.getMetadata().getName();
  }

  /** Kind, namespace and name: no two objects have the same. */
  String identity() {
    return kind.kind() + " " + (namespace().isEmpty() ? name() : namespace() + "/" + name());
  }
}
