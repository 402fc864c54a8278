// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.controller.vrg.VrgFacts;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.fabric8.pass.GroupFacts;
import io.volsynchandoff.fabric8.pass.SnapshotAssembler;
import io.volsynchandoff.fabric8.read.ClusterReads;
import java.time.Instant;

/** Decides once for a group, as if all that was read had been read live. */
final class Planning {
  private static final ImmutableSet<Evidence> ALL = ImmutableSet.copyOf(Evidence.values());

  private final HandoffPlanner planner;
  private final ClusterReads reads;
  private final Instant now;

  Planning(HandoffPolicy policy, ClusterReads reads, Instant now) {
    this.planner = HandoffPlanner.with(policy);
    this.reads = reads;
    this.now = now;
  }

  GroupPlan plan(Vrg vrg) {
    GroupFacts facts = VrgFacts.of(vrg, planner.policy().adminNamespaces(), reads);
    GroupSnapshot snapshot =
        SnapshotAssembler.assemble(facts, reads, ALL, ImmutableListMultimap.of());
    return GroupPlan.of(snapshot, planner.decide(snapshot, now), vrg.warnings());
  }
}
