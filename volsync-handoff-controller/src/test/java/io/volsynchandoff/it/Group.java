// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.fabric8.played.PlayedMember;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A VRG on a stage, as an operator uses it. It selects the claims with {@link Stage#LABELS}. */
record Group(Stage stage, String name) {

  /** Creates it as primary. */
  static Group create(Stage stage, String name) {
    return create(stage, name, Stage.LABELS);
  }

  /** Creates it as primary for the claims with these labels. */
  static Group create(Stage stage, String name, ImmutableMap<String, String> labels) {
    Group group = new Group(stage, name);
    group
        .operation()
        .resource(
            new GenericKubernetesResourceBuilder()
                .withApiVersion(Vrg.RESOURCE.getGroup() + "/" + Vrg.RESOURCE.getVersion())
                .withKind(Vrg.RESOURCE.getKind())
                .withNewMetadata()
                .withNamespace(stage.namespace())
                .withName(name)
                .endMetadata()
                .addToAdditionalProperties(
                    "spec",
                    ImmutableMap.of(
                        "replicationState", "primary",
                        "pvcSelector", ImmutableMap.of("matchLabels", labels),
                        // Ramen's schema asks for it, ours keeps it.
                        "s3Profiles", List.of()))
                .build())
        .create();
    return group;
  }

  private MixedOperation<GenericKubernetesResource, ?, Resource<GenericKubernetesResource>>
      operation() {
    return stage.admin().genericKubernetesResources(Vrg.RESOURCE);
  }

  private Resource<GenericKubernetesResource> resource() {
    return operation().inNamespace(stage.namespace()).withName(name);
  }

  /** The object, or null where it is gone. */
  @Nullable GenericKubernetesResource get() {
    return resource().get();
  }

  GenericKubernetesResource require() {
    return Objects.requireNonNull(get(), name);
  }

  /** Asks for the role secondary by relocation. */
  void relocate() {
    patch("{\"spec\":{\"replicationState\":\"secondary\",\"action\":\"Relocate\"}}");
  }

  /** Asks for the role primary. */
  void becomePrimary() {
    patch("{\"spec\":{\"replicationState\":\"primary\",\"action\":null}}");
  }

  void patch(String merge) {
    resource().patch(PatchContext.of(PatchType.JSON_MERGE), merge);
  }

  void delete() {
    resource().delete();
  }

  /** Waits until the group stands there, as its conditions tell under any CRD. */
  void awaitCondition(String type) {
    Stage.await(() -> "True".equals(field(get(), type, "status")));
  }

  /** Waits until the group, or one of its members, waits for that. */
  void awaitBlocked(String reason) {
    Stage.await(() -> isBlocked(reason));
  }

  boolean isBlocked(String reason) {
    return blockedBy(reason) != null;
  }

  /** What was said of a reason to wait; null where the group and its members do not wait for it. */
  @Nullable String blockedBy(String reason) {
    GenericKubernetesResource vrg = get();
    Map<?, ?> status = vrg == null ? null : vrg.get("status");
    if (vrg == null || status == null) {
      return null;
    }
    return Stream.concat(Stream.of(status), members(vrg).stream())
        .flatMap(Group::waits)
        .filter(wait -> reason.equals(wait.get("reason")))
        .map(wait -> (String) wait.get("message"))
        .findFirst()
        .orElse(null);
  }

  /** The condition, which every CRD keeps, and the list, which ours has. */
  private static Stream<Map<?, ?>> waits(Map<?, ?> owner) {
    Stream<Map<?, ?>> conditions =
        maps(owner.get("conditions")).filter(it -> "Blocked".equals(it.get("type")));
    return Stream.concat(conditions, maps(owner.get("blockers")));
  }

  private static Stream<Map<?, ?>> maps(@Nullable Object list) {
    return list instanceof List<?> items
        ? items.stream().filter(Map.class::isInstance).map(item -> (Map<?, ?>) item)
        : Stream.of();
  }

  /** Waits until a member stands there. */
  void awaitPhase(PlayedMember member, Phase phase) {
    Stage.await(() -> phase.text().equals(phase(member.key())));
  }

  /** Where a member stands, which is the reason of its conditions under any CRD. */
  @Nullable String phase(ClaimKey member) {
    Map<?, ?> found = member(member);
    return found == null ? null : condition(found, Conditions.PROTECTED, "reason");
  }

  /** One field of a member's condition; null where there is none. */
  @Nullable String condition(PlayedMember member, String type, String field) {
    Map<?, ?> found = member(member.key());
    return found == null ? null : condition(found, type, field);
  }

  /** What a member that waits for that was told, where the CRD is ours; null where it waits not. */
  @Nullable String blockerMessage(PlayedMember member, String reason) {
    Map<?, ?> found = member(member.key());
    if (found != null && found.get("blockers") instanceof List<?> blockers) {
      for (Object each : blockers) {
        if (each instanceof Map<?, ?> blocker && reason.equals(blocker.get("reason"))) {
          return (String) blocker.get("message");
        }
      }
    }
    return null;
  }

  private @Nullable Map<?, ?> member(ClaimKey key) {
    GenericKubernetesResource vrg = get();
    return vrg == null
        ? null
        : members(vrg).stream()
            .filter(member -> key.name().equals(member.get("name")))
            .findFirst()
            .orElse(null);
  }

  /** Where the group and each member stand. */
  static List<String> phases(GenericKubernetesResource vrg) {
    Map<?, ?> status = vrg.get("status");
    return status == null
        ? List.of()
        : Stream.concat(Stream.of(status), members(vrg).stream())
            .map(owner -> String.valueOf(condition(owner, Conditions.PROTECTED, "reason")))
            .toList();
  }

  private static List<Map<?, ?>> members(GenericKubernetesResource vrg) {
    List<Map<?, ?>> members = vrg.get("status", "protectedPVCs");
    return members == null ? List.of() : members;
  }

  private static @Nullable String field(
      @Nullable GenericKubernetesResource vrg, String type, String field) {
    Map<?, ?> status = vrg == null ? null : vrg.get("status");
    return status == null ? null : condition(status, type, field);
  }

  private static @Nullable String condition(Map<?, ?> owner, String type, String field) {
    return maps(owner.get("conditions"))
        .filter(condition -> type.equals(condition.get("type")))
        .map(condition -> (String) condition.get(field))
        .findFirst()
        .orElse(null);
  }
}
