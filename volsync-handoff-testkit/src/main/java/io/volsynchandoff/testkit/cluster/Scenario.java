// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.testkit.model.Model;
import io.volsynchandoff.testkit.model.Models;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Sets up a cluster: a primary group of one namespace and members that replicate on a schedule,
 * each with an application that has written to it. What is not said has a plain default.
 *
 * <pre>{@code
 * Scenario.group("shop").member("data-0").policy(DELETE).member("data-1").copyMethod("Direct")
 * }</pre>
 */
public final class Scenario {
  public static final String NAMESPACE = "shop";
  public static final String DRIVER = "csi.example.com";
  public static final String STORAGE_CLASS = "fast";
  public static final String NODE = "node-a";
  public static final String OTHER_NODE = "node-b";
  public static final String SECRET = "psk";

  /** When every scenario begins: one minute before its sources are due. */
  public static final Instant START = Instant.parse("2026-03-02T10:04:00Z");

  private static final ImmutableMap<String, String> SELECTOR = ImmutableMap.of("app", "shop");

  private final String name;
  private final List<MemberScenario> members = new ArrayList<>();
  private boolean attachRequired = true;

  private Scenario(String name) {
    this.name = name;
  }

  public static Scenario group(String name) {
    return new Scenario(name);
  }

  /** Adds a member; what is said next is said of it. */
  public MemberScenario member(String claim) {
    MemberScenario member = new MemberScenario(this, claim);
    members.add(member);
    return member;
  }

  /** The driver never attaches: there are no VolumeAttachments. */
  public Scenario withoutAttachments() {
    attachRequired = false;
    return this;
  }

  public ClaimKey groupKey() {
    return new ClaimKey(NAMESPACE, name);
  }

  public static ClaimKey claim(String name) {
    return new ClaimKey(NAMESPACE, name);
  }

  /** Everyone who acts by himself on such a cluster. */
  public static Model everyone() {
    return Models.everyone(DRIVER, STORAGE_CLASS);
  }

  /** The cluster at rest, but for what was asked to be under way. */
  public ClusterState build() {
    ClusterState state =
        ClusterState.empty(START)
            .with(Kinds.NAMESPACES, new NamespaceView(NAMESPACE, false))
            .with(Kinds.NODES, new NodeView(NODE, true, false))
            .with(Kinds.NODES, new NodeView(OTHER_NODE, true, false))
            .with(Kinds.CSI_DRIVERS, new CsiDriverView(DRIVER, attachRequired))
            .with(Kinds.SECRETS, new SecretView(new ClaimKey(NAMESPACE, SECRET), "1"));
    state = ApiServer.create(state, Kinds.GROUPS, group());
    for (MemberScenario member : members) {
      state = member.addTo(state);
    }
    state = Model.all(Models.controlPlane(), Models.nodes()).settle(state);
    for (MemberScenario member : members) {
      state = member.begin(state);
    }
    return state;
  }

  /** The cluster of {@link #build} in a shell. */
  public SimulatedCluster cluster() {
    return new SimulatedCluster(build());
  }

  private GroupObject group() {
    return GroupObject.builder()
        .meta(Meta.builder().namespace(NAMESPACE).name(name).uid("").build())
        .role(GroupIntent.Role.PRIMARY)
        .selector(SELECTOR)
        .build();
  }

  static ImmutableMap<String, String> claimLabels() {
    return SELECTOR;
  }
}
