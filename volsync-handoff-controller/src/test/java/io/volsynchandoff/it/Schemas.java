// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static com.google.common.base.Preconditions.checkState;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.io.Resources;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.controller.vrg.VrgCrd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * The CRDs of the tests. Each bears a label by which a later run knows its own; a cluster with any
 * other CRD of these names, or with VolSync, belongs to someone and is refused.
 */
final class Schemas {
  private static final String PLAYED = "volsync-handoff.io/played";
  private static final Duration TIME_TO_SERVE = Duration.ofSeconds(30);

  /** Whose VolumeReplicationGroup. */
  enum Group {
    OURS,
    RAMENS
  }

  private final KubernetesClient admin;

  Schemas(KubernetesClient admin) {
    this.admin = admin;
  }

  /** Refuses the cluster, or leaves it with the sources' CRD and this CRD of the groups. */
  void install(Group schema) {
    boolean volSyncRuns =
        !admin
            .apps()
            .deployments()
            .inAnyNamespace()
            .withLabel("control-plane", "volsync-controller")
            .list()
            .getItems()
            .isEmpty();
    checkState(!volSyncRuns, "VolSync runs on this cluster; the tests play it: use another one");
    install(resource("replicationsource-crd.yaml"));
    install(schema == Group.OURS ? VrgCrd.yaml() : resource("ramen-vrg-crd.yaml"));
    Awaitility.await()
        .atMost(TIME_TO_SERVE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> serves(schema));
  }

  private void install(String yaml) {
    CustomResourceDefinition crd =
        new CustomResourceDefinitionBuilder(
                admin.getKubernetesSerialization().unmarshal(yaml, CustomResourceDefinition.class))
            .editMetadata()
            .addToLabels(PLAYED, "true")
            .endMetadata()
            .build();
    CustomResourceDefinition there = admin.resource(crd).get();
    if (there == null) {
      admin.resource(crd).create();
      return;
    }
    checkState(
        "true".equals(there.getMetadata().getLabels().get(PLAYED)),
        "The cluster has the CRD %s, which these tests did not make: use a cluster without it",
        there.getMetadata().getName());
    there.setSpec(crd.getSpec());
    admin.resource(there).update();
  }

  /** A schema takes a moment to be served: it shows in what the server keeps of a dry run. */
  private boolean serves(Group schema) {
    GenericKubernetesResource vrg =
        new GenericKubernetesResourceBuilder()
            .withApiVersion(Vrg.RESOURCE.getGroup() + "/" + Vrg.RESOURCE.getVersion())
            .withKind(Vrg.RESOURCE.getKind())
            .withNewMetadata()
            .withNamespace("default")
            .withName("probe")
            .endMetadata()
            .addToAdditionalProperties(
                "spec",
                Map.of(
                    "replicationState",
                    "primary",
                    "pvcSelector",
                    Map.of(),
                    "s3Profiles",
                    List.of(),
                    "unknownToRamen",
                    true))
            .build();
    try {
      GenericKubernetesResource kept =
          admin.genericKubernetesResources(Vrg.RESOURCE).resource(vrg).dryRun().create();
      boolean pruned = kept.get("spec", "unknownToRamen") == null;
      return pruned == (schema == Group.RAMENS);
    } catch (KubernetesClientException e) {
      if (e.getCode() == 404) {
        return false;
      }
      throw e;
    }
  }

  private static String resource(String name) {
    try {
      return Resources.toString(Resources.getResource(Schemas.class, name), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
