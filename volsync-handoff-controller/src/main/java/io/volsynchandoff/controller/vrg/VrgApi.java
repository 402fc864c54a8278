// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.ServerWords;
import io.volsynchandoff.fabric8.apply.Answers;
import io.volsynchandoff.fabric8.apply.Outcome;
import java.net.HttpURLConnection;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The requests on a VRG: one GET to read it, one PATCH to write it or its status. */
public final class VrgApi {
  private static final String STATUS = "status";
  private static final PatchContext MERGE_PATCH =
      new PatchContext.Builder()
          .withPatchType(PatchType.JSON_MERGE)
          .withFieldManager(ApiNames.FIELD_MANAGER)
          .build();

  private final KubernetesClient client;

  public VrgApi(KubernetesClient client) {
    this.client = client;
  }

  /**
   * The answer to a write.
   *
   * @param object as the server keeps it now; null where nothing was written
   */
  record Written(Outcome outcome, @Nullable GenericKubernetesResource object) {}

  /** Whether the server knows the kind; unknown where it does not answer. */
  public Observed<Boolean> isServed() {
    try {
      var unused =
          client
              .genericKubernetesResources(Vrg.RESOURCE)
              .inAnyNamespace()
              .list(new ListOptionsBuilder().withLimit(1L).build());
      return Observed.of(true);
    } catch (KubernetesClientException e) {
      return e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
          ? Observed.of(false)
          : Observed.unknown(ServerWords.of(e));
    }
  }

  /** The very VRG; absent where it is gone, or where another bears its name now. */
  Observed<GenericKubernetesResource> get(GroupRef group) {
    try {
      GenericKubernetesResource found = resource(group).get();
      return found != null && Vrg.refOf(found).equals(group)
          ? Observed.of(found)
          : Observed.absent();
    } catch (KubernetesClientException e) {
      return Observed.unknown("the VolumeReplicationGroup was not read: " + ServerWords.of(e));
    }
  }

  /**
   * Writes a merge patch.
   *
   * @param patch with the resourceVersion that was decided on
   */
  Written patch(GroupRef group, ObjectNode patch) {
    return send(() -> resource(group).patch(MERGE_PATCH, json(patch)));
  }

  /**
   * Writes a merge patch on the status.
   *
   * @param patch with the resourceVersion that was decided on
   */
  Written patchStatus(GroupRef group, ObjectNode patch) {
    return send(() -> resource(group).subresource(STATUS).patch(MERGE_PATCH, json(patch)));
  }

  private static Written send(Supplier<GenericKubernetesResource> request) {
    try {
      GenericKubernetesResource object = request.get();
      return new Written(
          Outcome.applied(object.getMetadata().getUid(), object.getMetadata().getResourceVersion()),
          object);
    } catch (KubernetesClientException e) {
      return new Written(Answers.of(e), null);
    }
  }

  private String json(ObjectNode patch) {
    return client.getKubernetesSerialization().asJson(patch);
  }

  /** By the object and not by its name: a patch by name would send a GET first (facts §9). */
  private Resource<GenericKubernetesResource> resource(GroupRef group) {
    GenericKubernetesResource item = new GenericKubernetesResource();
    item.setApiVersion(VolumeReplicationGroup.GROUP + "/" + VolumeReplicationGroup.VERSION);
    item.setKind(VolumeReplicationGroup.KIND);
    item.setMetadata(
        new ObjectMetaBuilder().withName(group.name()).withNamespace(group.namespace()).build());
    return client.genericKubernetesResources(Vrg.RESOURCE).resource(item);
  }
}
