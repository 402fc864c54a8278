// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.HandoffPlanner;
import io.volsynchandoff.fabric8.apply.ActionApplier;
import io.volsynchandoff.fabric8.read.ClusterReads;
import java.time.InstantSource;

/** What every pass of one {@link HandoffPass} works with, and what is remembered between passes. */
record PassTools(
    HandoffPlanner planner,
    ClusterReads cache,
    KubernetesClient client,
    InstantSource clock,
    ActionApplier applier,
    MemberTasks tasks,
    RehearsalMemory rehearsals,
    OwnWrites ownWrites,
    OwnWrites.Eyes eyes) {}
