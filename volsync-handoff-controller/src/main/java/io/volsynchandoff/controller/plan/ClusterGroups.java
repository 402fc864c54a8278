// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.controller.files.InputError;
import io.volsynchandoff.controller.vrg.InvalidVrg;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.fabric8.read.InformerReads;
import io.volsynchandoff.fabric8.read.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The groups of a cluster, read by one list of each kind. */
public final class ClusterGroups {
  private static final long ANSWER_SECONDS = 60;

  private ClusterGroups() {}

  /**
   * Plans for the chosen groups.
   *
   * @throws InputError where there are none, or where one does not say what is asked
   * @throws io.fabric8.kubernetes.client.KubernetesClientException where the groups cannot be read
   */
  public static ImmutableList<GroupPlan> plan(
      KubernetesClient client, GroupChoice choice, HandoffPolicy policy, Instant now)
      throws InterruptedException {
    ImmutableList<GenericKubernetesResource> found =
        ImmutableList.copyOf(
            client.genericKubernetesResources(Vrg.RESOURCE).inAnyNamespace().list().getItems());
    ImmutableList<Vrg> chosen =
        choice.of(found, vrg -> vrg, "in the cluster").stream()
            .map(ClusterGroups::read)
            .collect(ImmutableList.toImmutableList());
    Scope namespaces =
        Scope.of(
            chosen.stream()
                .flatMap(vrg -> vrg.namespaces().stream())
                .collect(ImmutableSet.toImmutableSet()));
    try (InformerReads reads =
        new InformerReads(client, namespaces, InstantSource.system(), change -> {})) {
      await(reads);
      Planning planning = new Planning(policy, reads, now);
      return chosen.stream().map(planning::plan).collect(ImmutableList.toImmutableList());
    }
  }

  private static Vrg read(GenericKubernetesResource vrg) {
    try {
      return Vrg.of(vrg);
    } catch (InvalidVrg e) {
      throw new InputError("VolumeReplicationGroup " + Vrg.refOf(vrg) + ": " + e.getMessage());
    }
  }

  private static void await(InformerReads reads) throws InterruptedException {
    try {
      var unused = reads.start().get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new InputError("the cluster has not answered every list in " + ANSWER_SECONDS + " s");
    }
  }
}
