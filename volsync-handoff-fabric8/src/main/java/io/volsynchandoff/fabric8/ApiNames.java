// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** Names of the Kubernetes and VolSync APIs that the adapter reads and writes by. */
public final class ApiNames {
  /** The field manager of every write of ours. */
  public static final String FIELD_MANAGER = "volsync-handoff";

  /** VolSync's ReplicationSource (facts §4.1). */
  public static final ResourceDefinitionContext REPLICATION_SOURCES =
      new ResourceDefinitionContext.Builder()
          .withGroup("volsync.backube")
          .withVersion("v1alpha1")
          .withKind("ReplicationSource")
          .withPlural("replicationsources")
          .withNamespaced(true)
          .build();

  private ApiNames() {}
}
