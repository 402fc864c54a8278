// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.google.common.base.Utf8;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.read.JournalCodec;
import io.volsynchandoff.fabric8.read.Views;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One VRG as it was read, from whichever CRD the server has: ours or Ramen's. */
public final class Vrg {
  /** How VRGs are read and written: by what both CRDs have in common. */
  public static final ResourceDefinitionContext RESOURCE =
      new ResourceDefinitionContext.Builder()
          .withGroup(VolumeReplicationGroup.GROUP)
          .withVersion(VolumeReplicationGroup.VERSION)
          .withKind(VolumeReplicationGroup.KIND)
          .withPlural(VolumeReplicationGroup.PLURAL)
          .withNamespaced(true)
          .build();

  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
  private static final ImmutableMap<String, GroupIntent.Role> ROLES =
      ImmutableMap.of("primary", GroupIntent.Role.PRIMARY, "secondary", GroupIntent.Role.SECONDARY);

  private final GenericKubernetesResource object;
  private final Meta meta;
  private final VrgSpec spec;
  private final GroupIntent.Role role;
  private final GroupIntent.@Nullable RequestedAction action;
  private final ClaimSelector selector;

  private Vrg(GenericKubernetesResource object, VrgSpec spec) {
    this.object = object;
    this.meta = Views.meta(object);
    this.spec = spec;
    this.role = role(spec);
    this.action = action(spec);
    this.selector = ClaimSelector.of(spec.pvcSelector());
  }

  /**
   * Reads a VRG.
   *
   * @throws InvalidVrg where its spec does not say what is asked
   */
  public static Vrg of(GenericKubernetesResource object) {
    Object spec = object.getAdditionalProperties().get("spec");
    if (!(spec instanceof Map)) {
      throw new InvalidVrg("spec is missing");
    }
    try {
      return new Vrg(object, SERIALIZATION.convertValue(spec, VrgSpec.class));
    } catch (IllegalArgumentException e) {
      throw new InvalidVrg(
          "spec: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  /** Names a VRG, readable or not. */
  public static GroupRef refOf(GenericKubernetesResource object) {
    Meta meta = Views.meta(object);
    return new GroupRef(meta.namespace(), meta.name(), meta.uid());
  }

  public Meta meta() {
    return meta;
  }

  public GroupRef ref() {
    return new GroupRef(meta.namespace(), meta.name(), meta.uid());
  }

  /** As the API server counts it; null only where an object never came from one. */
  public @Nullable Long generation() {
    return object.getMetadata().getGeneration();
  }

  /** What is wrong with its annotations, one line each. */
  public ImmutableList<String> warnings() {
    return annotations().problems();
  }

  /** The namespaces that its claims are looked for in, those of frozen members included. */
  public ImmutableSet<String> namespaces() {
    ImmutableSet.Builder<String> namespaces = ImmutableSet.builder();
    namespaces.addAll(selectedNamespaces());
    Freeze freeze = freeze().orNull();
    if (freeze != null) {
      freeze.members().forEach(member -> namespaces.add(member.claim().namespace()));
    }
    return namespaces.build();
  }

  /** The volumes that its freeze names. */
  public ImmutableSet<String> frozenVolumes() {
    Freeze freeze = freeze().orNull();
    return freeze == null
        ? ImmutableSet.of()
        : freeze.members().stream()
            .map(FrozenMember::volume)
            .collect(ImmutableSet.toImmutableSet());
  }

  /** The namespaces that it selects claims in. */
  ImmutableSet<String> selectedNamespaces() {
    return spec.protectedNamespaces().isEmpty()
        ? ImmutableSet.of(meta.namespace())
        : ImmutableSet.copyOf(spec.protectedNamespaces());
  }

  /** True where it selects in namespaces of its choice, which not every VRG may. */
  boolean namesNamespaces() {
    return !spec.protectedNamespaces().isEmpty();
  }

  GroupIntent.Role role() {
    return role;
  }

  GroupIntent.@Nullable RequestedAction action() {
    return action;
  }

  ClaimSelector selector() {
    return selector;
  }

  PublishedStatus published() {
    return PublishedStatus.of(object);
  }

  OperatorAnnotations annotations() {
    return OperatorAnnotations.read(meta.annotations());
  }

  Observed<Freeze> freeze() {
    return JournalCodec.readFreeze(meta.annotations().get(HandoffNames.FREEZE));
  }

  /** Bytes of all annotations but the freeze, keys included, as the API server counts them. */
  int otherAnnotationBytes() {
    return meta.annotations().entrySet().stream()
        .filter(entry -> !entry.getKey().equals(HandoffNames.FREEZE))
        .mapToInt(
            entry -> Utf8.encodedLength(entry.getKey()) + Utf8.encodedLength(entry.getValue()))
        .sum();
  }

  private static GroupIntent.Role role(VrgSpec spec) {
    GroupIntent.Role role = ROLES.get(String.valueOf(spec.replicationState()));
    if (role == null) {
      throw new InvalidVrg(
          "spec.replicationState is '" + spec.replicationState() + "', not primary or secondary");
    }
    return role;
  }

  private static GroupIntent.@Nullable RequestedAction action(VrgSpec spec) {
    String asked = spec.action();
    if (asked == null || asked.isEmpty()) {
      return null;
    }
    for (GroupIntent.RequestedAction action : GroupIntent.RequestedAction.values()) {
      if (action.text().equals(asked)) {
        return action;
      }
    }
    throw new InvalidVrg("spec.action is '" + asked + "', not Relocate or Failover");
  }
}
