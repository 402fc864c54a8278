// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.pass.GroupFacts;
import io.volsynchandoff.fabric8.pass.GroupPort;
import io.volsynchandoff.fabric8.read.ClusterReads;

/** A VRG as a pass sees it; made anew for every pass from what the cache holds. */
public final class VrgGroupPort implements GroupPort {
  /** As last read: from the cache, and live once the pass has asked for that. */
  private volatile Vrg vrg;

  private final VrgCache cache;
  private final VrgApi api;
  private final ClusterReads reads;
  private final ImmutableSet<String> adminNamespaces;

  /**
   * A port for one pass.
   *
   * @param vrg as the cache holds it
   * @param reads what {@link #observe} selects claims from
   * @param adminNamespaces namespaces whose VRGs may have claims in other namespaces
   */
  public VrgGroupPort(
      Vrg vrg,
      VrgCache cache,
      VrgApi api,
      ClusterReads reads,
      ImmutableSet<String> adminNamespaces) {
    this.vrg = vrg;
    this.cache = cache;
    this.api = api;
    this.reads = reads;
    this.adminNamespaces = adminNamespaces;
  }

  @Override
  public GroupFacts observe() {
    return VrgFacts.of(vrg, adminNamespaces, reads);
  }

  @Override
  public Observed<GroupFacts> observeLive() {
    Observed<GenericKubernetesResource> read = api.get(vrg.ref());
    GenericKubernetesResource object = read.orNull();
    if (object == null) {
      return read.isAbsent() ? Observed.absent() : Observed.unknown(read.why());
    }
    try {
      vrg = Vrg.of(object);
      return Observed.of(observe());
    } catch (InvalidVrg e) {
      return Observed.unknown(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Listed<ClaimKey> selected(GroupIntent intent, ClusterReads from) {
    return new GroupSelection(vrg, adminNamespaces).claims(from);
  }

  @Override
  public Outcome apply(GroupAction action) {
    ObjectNode patch;
    try {
      patch = VrgPatches.of(action);
    } catch (IllegalArgumentException e) {
      return Outcome.failed(Outcome.Answer.FATAL, "the write could not be made: " + e.getMessage());
    }
    GroupRef group = vrg.ref();
    VrgApi.Written written = api.patch(group, patch);
    cache.note(written);
    return written.outcome();
  }
}
