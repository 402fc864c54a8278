// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.fabric8.ServerWords;
import io.volsynchandoff.fabric8.apply.Answers;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.pass.GroupFacts;
import io.volsynchandoff.fabric8.pass.GroupPort;
import io.volsynchandoff.fabric8.read.ClusterReads;
import io.volsynchandoff.fabric8.read.JournalCodec;
import io.volsynchandoff.fabric8.read.Views;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A VolumeMove as the planner's group: the intent from its spec, the frozen set in its status. */
final class MoveGroup implements GroupPort, GroupAction.Visitor<Outcome> {
  private static final PatchContext MERGE =
      new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE).build();

  private final KubernetesClient client;
  private final VolumeMove move;

  /**
   * A port for one pass.
   *
   * @param move as the program's cache holds it
   */
  MoveGroup(KubernetesClient client, VolumeMove move) {
    this.client = client;
    this.move = move;
  }

  static GroupRef refOf(VolumeMove move) {
    return new GroupRef(
        move.getMetadata().getNamespace(),
        move.getMetadata().getName(),
        move.getMetadata().getUid());
  }

  @Override
  public GroupFacts observe() {
    return facts(move);
  }

  @Override
  public Observed<GroupFacts> observeLive() {
    try {
      VolumeMove live = client.resource(move).get();
      return live == null || !refOf(live).equals(refOf(move))
          ? Observed.absent()
          : Observed.of(facts(live));
    } catch (KubernetesClientException e) {
      return Observed.unknown(ServerWords.of(e));
    }
  }

  private GroupFacts facts(VolumeMove it) {
    boolean leaving = it.getSpec().isLeaving();
    GroupIntent intent =
        GroupIntent.builder()
            .group(refOf(it))
            .number(it.getMetadata().getGeneration())
            .role(leaving ? Role.SECONDARY : Role.PRIMARY)
            .action(leaving ? RequestedAction.RELOCATE : null)
            .deleting(it.isMarkedForDeletion())
            .selected(Listed.of(keys(it)))
            .object(Views.meta(it))
            .build();
    return new GroupFacts(
        intent,
        JournalCodec.readFreeze(it.getStatus().getFrozen()),
        OperatorWord.none(),
        null,
        0,
        PublishedConditions.read(it.getStatus().getConditions()),
        memberConditions(it));
  }

  private static ImmutableMap<ClaimKey, ImmutableList<Condition>> memberConditions(VolumeMove it) {
    return it.getStatus().getClaims().stream()
        .collect(
            ImmutableMap.toImmutableMap(
                claim -> new ClaimKey(it.getMetadata().getNamespace(), claim.name()),
                claim -> PublishedConditions.read(claim.conditions())));
  }

  /** The claims are named one by one, so that no reading is needed to select them. */
  @Override
  public Listed<ClaimKey> selected(GroupIntent intent, ClusterReads reads) {
    return intent.selected();
  }

  private static ImmutableList<ClaimKey> keys(VolumeMove move) {
    return move.getSpec().getClaims().stream()
        .map(name -> new ClaimKey(move.getMetadata().getNamespace(), name))
        .collect(ImmutableList.toImmutableList());
  }

  @Override
  public Outcome apply(GroupAction action) {
    return action.accept(this);
  }

  @Override
  public Outcome protectGroup(GroupAction.ProtectGroup action) {
    return patch(action, null, Map.of("finalizers", action.finalizers()), Map.of());
  }

  @Override
  public Outcome recordFreeze(GroupAction.RecordFreeze action) {
    return patch(
        action,
        "status",
        Map.of(),
        Map.of("status", Map.of("frozen", JournalCodec.write(action.freeze()))));
  }

  @Override
  public Outcome releaseGroup(GroupAction.ReleaseGroup action) {
    return patch(action, null, Map.of("finalizers", action.finalizers()), Map.of());
  }

  /** One merge patch, conditional on the version that was decided on. */
  private Outcome patch(
      GroupAction action,
      @Nullable String subresource,
      Map<String, ?> metadata,
      Map<String, ?> rest) {
    Map<String, Object> conditional = new LinkedHashMap<>(metadata);
    conditional.put("resourceVersion", action.target().resourceVersion());
    Map<String, Object> patch = new LinkedHashMap<>(rest);
    patch.put("metadata", conditional);
    String json = client.getKubernetesSerialization().asJson(patch);
    try {
      VolumeMove written =
          subresource == null
              ? client.resource(move).patch(MERGE, json)
              : client.resource(move).subresource(subresource).patch(MERGE, json);
      return Outcome.applied(
          written.getMetadata().getUid(), written.getMetadata().getResourceVersion());
    } catch (KubernetesClientException e) {
      return Answers.of(e);
    }
  }
}
