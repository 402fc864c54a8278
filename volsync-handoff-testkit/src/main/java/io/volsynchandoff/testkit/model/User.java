// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.VersionedKind;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Whoever else has rights on the cluster: operators, GitOps, the nodes' owners. */
public final class User {
  private User() {}

  /** Asks for a role, with or without an action. */
  public static Step setRole(ClaimKey group, Role role, @Nullable RequestedAction action) {
    return new Step(
        "user: asks " + group + " to be " + role + (action == null ? "" : " by " + action.text()),
        actual ->
            ApiServer.edit(
                actual,
                Kinds.GROUPS,
                group,
                seen -> GroupObject.builder().from(seen).role(role).action(action).build()));
  }

  /** Changes the group's object in any other way: its annotations, its selector. */
  public static Step editGroup(ClaimKey key, String what, UnaryOperator<GroupObject> change) {
    return new Step(
        "user: edits group " + key + ": " + what,
        actual -> ApiServer.edit(actual, Kinds.GROUPS, key, change));
  }

  public static <V> Step delete(VersionedKind<V> kind, ClaimKey key) {
    return new Step(
        "user: deletes " + kind + " " + key, actual -> ApiServer.delete(actual, kind, key));
  }

  /** Deletes an object with everything that it owns before it. */
  public static <V> Step deleteForeground(VersionedKind<V> kind, ClaimKey key) {
    return new Step(
        "user: deletes " + kind + " " + key + " in the foreground",
        actual -> ApiServer.deleteForeground(actual, kind, key));
  }

  /** Deletes a source and leaves its Job, pods and copy behind, owned by nobody. */
  public static Step deleteSourceOrphaning(ClaimKey key) {
    return new Step(
        "user: deletes ReplicationSource " + key + " and orphans what it owns",
        actual -> {
          SourceView source = actual.source(key);
          return source == null
              ? actual
              : ApiServer.delete(Orphans.of(actual, source.meta().uid()), Kinds.SOURCES, key);
        });
  }

  /** Changes a source's spec, as a re-applied manifest would. */
  public static Step editSource(ClaimKey key, String what, UnaryOperator<SourceView> change) {
    return new Step(
        "user: edits ReplicationSource " + key + ": " + what,
        actual ->
            ApiServer.edit(
                actual, Kinds.SOURCES, key, seen -> byUser(Kinds.SOURCES, change.apply(seen))));
  }

  private static <V> V byUser(VersionedKind<V> kind, V object) {
    return kind.withMeta(
        object, Meta.builder().from(kind.meta(object)).lastManager("kubectl-edit").build());
  }

  /** Creates an object where there is none of that name. */
  public static <V> Step create(VersionedKind<V> kind, V draft) {
    ClaimKey key = kind.key(draft);
    return new Step(
        "user: creates " + kind + " " + key,
        actual -> actual.get(kind, key) == null ? ApiServer.create(actual, kind, draft) : actual);
  }

  /** Creates an empty claim under the name of one that was there, as a StatefulSet does. */
  public static Step createAgain(ClaimView claim) {
    Meta meta =
        Meta.builder()
            .namespace(claim.meta().namespace())
            .name(claim.meta().name())
            .uid("")
            .labels(claim.meta().labels())
            .build();
    return create(
        Kinds.CLAIMS,
        ClaimView.builder()
            .from(claim)
            .meta(meta)
            .volumeName(null)
            .phase(ClaimView.Phase.PENDING)
            .build());
  }

  /** Cuts a node off: its processes run on, and nothing is heard of them. */
  public static Step loseNode(String node) {
    return setNode("loses node " + node, new NodeView(node, false, false));
  }

  public static Step recoverNode(String node) {
    return setNode("recovers node " + node, new NodeView(node, true, false));
  }

  private static Step setNode(String what, NodeView node) {
    return new Step(
        "user: " + what,
        actual ->
            actual.get(Kinds.NODES, Kinds.NODES.key(node)) == null
                ? actual
                : actual.with(Kinds.NODES, node));
  }

  /** Switches a node off and says so by the taint out-of-service: its processes are dead. */
  public static Step powerOffNode(String node) {
    return new Step(
        "user: powers off node " + node,
        actual -> {
          ClusterState off = actual.with(Kinds.NODES, new NodeView(node, false, true));
          for (var mount : actual.truth().mounts().entrySet()) {
            if (mount.getValue().node().equals(node)) {
              off = off.withTruth(truth -> truth.withoutMount(mount.getKey()));
            }
          }
          return withoutPodsOf(off, node);
        });
  }

  private static ClusterState withoutPodsOf(ClusterState state, String node) {
    ClusterState cleaned = state;
    for (var pod : state.all(Kinds.PODS).entrySet()) {
      if (node.equals(pod.getValue().node())) {
        cleaned = cleaned.without(Kinds.PODS, pod.getKey());
      }
    }
    return cleaned;
  }

  /** What an impatient operator may do to one group at any time. */
  public static Model meddlingWith(ClaimKey group, ImmutableSet<ClaimKey> claims) {
    return seen -> {
      ImmutableList.Builder<Step> steps = ImmutableList.builder();
      steps.add(setRole(group, Role.PRIMARY, null));
      steps.add(setRole(group, Role.SECONDARY, RequestedAction.RELOCATE));
      steps.add(delete(Kinds.GROUPS, group));
      for (ClaimKey claim : Sets.union(claims, seen.all(Kinds.CLAIMS).keySet())) {
        steps.add(delete(Kinds.CLAIMS, claim));
      }
      for (ClaimKey source : seen.all(Kinds.SOURCES).keySet()) {
        steps.add(delete(Kinds.SOURCES, source));
      }
      return steps.build().stream()
          .filter(step -> step.changes(seen))
          .collect(ImmutableList.toImmutableList());
    };
  }
}
