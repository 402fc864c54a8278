// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.action.TemporaryClaim;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.apply.Outcome.Answer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out member actions, each by one request: a JSON merge patch with the resourceVersion in
 * its body, a create, or a delete with the uid as precondition; never server-side apply. Every
 * answer is an {@link Outcome}; nothing of the API is thrown.
 */
public final class ActionApplier {
  private static final String DRY_RUN = "All";

  private final KubernetesClient client;
  private final DryRuns dryRuns;

  /**
   * The client's own retries are the only ones; a write that it repeats stays conditional.
   *
   * @param client whose user may do what the project's RBAC lists
   */
  public ActionApplier(KubernetesClient client) {
    this.client = client;
    this.dryRuns = new DryRuns();
  }

  /** Carries out an action. */
  public Outcome apply(MemberAction action) {
    Write write;
    try {
      write = Writes.of(action);
    } catch (IllegalArgumentException e) {
      return Outcome.failed(Answer.FATAL, "the write could not be made: " + e.getMessage());
    }
    try {
      return send(write);
    } catch (KubernetesClientException e) {
      Outcome outcome = Answers.of(e);
      return outcome.answer() == Answer.EXISTS
              && action instanceof MemberAction.CreateTemporaryClaim create
          ? createdBefore(create.claim(), outcome)
          : outcome;
    }
  }

  /**
   * Tries an action as a server-side dry run.
   *
   * @throws IllegalArgumentException for any action but the two that the planner rehearses: the
   *     creation of T and arming
   */
  public Rehearsal rehearse(MemberAction action) {
    return dryRuns.rehearse(action, this::sendDry);
  }

  private Outcome send(Write write) {
    ObjectRef target = write.target();
    return switch (write.verb()) {
      case CREATE -> written(resource(write).create(), target);
      case PATCH -> written(patch(write, null), target);
      case DELETE -> {
        client.raw(write.kind().path(target), "DELETE", write.body());
        yield Outcome.applied("", "");
      }
    };
  }

  private GenericKubernetesResource sendDry(Write write) {
    return switch (write.verb()) {
      case CREATE -> resource(write).dryRun().create();
      case PATCH -> patch(Patches.unconditional(write), DRY_RUN);
      case DELETE -> throw new IllegalArgumentException("a delete is not rehearsed");
    };
  }

  /** By the object and not by its name: the latter would send a GET first (facts §9). */
  private GenericKubernetesResource patch(Write write, @Nullable String dryRun) {
    PatchContext.Builder context =
        new PatchContext.Builder()
            .withPatchType(PatchType.JSON_MERGE)
            .withFieldManager(ApiNames.FIELD_MANAGER);
    if (dryRun != null) {
      context.withDryRun(List.of(dryRun));
    }
    String body = client.getKubernetesSerialization().asJson(write.body());
    return resource(write).patch(context.build(), body);
  }

  private Resource<GenericKubernetesResource> resource(Write write) {
    GenericKubernetesResource item =
        write.verb() == Write.Verb.CREATE
            ? client
                .getKubernetesSerialization()
                .convertValue(write.body(), GenericKubernetesResource.class)
            : named(write);
    return client.genericKubernetesResources(write.kind().context()).resource(item);
  }

  private static GenericKubernetesResource named(Write write) {
    ObjectRef target = write.target();
    GenericKubernetesResource item = new GenericKubernetesResource();
    item.setApiVersion(write.kind().apiVersion());
    item.setKind(write.kind().kind());
    item.setMetadata(
        new ObjectMetaBuilder()
            .withName(target.name())
            .withNamespace(target.namespace().isEmpty() ? null : target.namespace())
            .build());
    return item;
  }

  /** There is no object in the answer where a patch took the last finalizer off a deleted one. */
  private static Outcome written(@Nullable GenericKubernetesResource object, ObjectRef target) {
    return object == null
        ? Outcome.applied(target.uid(), "")
        : Outcome.applied(object.getMetadata().getUid(), object.getMetadata().getResourceVersion());
  }

  /** An earlier try may have been carried out though its answer was lost. */
  private Outcome createdBefore(TemporaryClaim wanted, Outcome exists) {
    try {
      PersistentVolumeClaim found =
          client
              .persistentVolumeClaims()
              .inNamespace(wanted.key().namespace())
              .withName(wanted.key().name())
              .get();
      if (found == null) {
        return Outcome.failed(Answer.CONFLICT, exists.message());
      }
      return TemporaryClaims.isOurs(found, wanted)
          ? Outcome.applied(found.getMetadata().getUid(), found.getMetadata().getResourceVersion())
          : exists;
    } catch (KubernetesClientException e) {
      return Answers.of(e);
    }
  }
}
