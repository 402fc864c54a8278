// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.volsynchandoff.controller.loop.ConcernedGroups.Concern;
import io.volsynchandoff.controller.vrg.InvalidVrg;
import io.volsynchandoff.controller.vrg.StatusWriter;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.controller.vrg.VrgApi;
import io.volsynchandoff.controller.vrg.VrgCache;
import io.volsynchandoff.controller.vrg.VrgGroupPort;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.pass.HandoffPass;
import io.volsynchandoff.fabric8.pass.PassResult;
import io.volsynchandoff.fabric8.read.ClusterReads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One pass over one VRG: decide and write, tell the log, publish the status. */
final class GroupWorker implements SerialQueue.Task<GroupRef> {
  private final VrgCache cache;
  private final VrgApi api;
  private final ClusterReads reads;
  private final HandoffPass pass;
  private final ControllerOptions options;
  private final InstantSource clock;
  private final ConcernedGroups concerned;
  private final StatusWriter status;
  private final PassLog log = new PassLog();

  /** Passes in a row in which the server failed, by group. */
  private final Map<GroupRef, Integer> failures = new ConcurrentHashMap<>();

  GroupWorker(
      VrgCache cache,
      VrgApi api,
      ClusterReads reads,
      HandoffPass pass,
      ControllerOptions options,
      InstantSource clock,
      ConcernedGroups concerned) {
    this.cache = cache;
    this.api = api;
    this.reads = reads;
    this.pass = pass;
    this.options = options;
    this.clock = clock;
    this.concerned = concerned;
    this.status = new StatusWriter(api, cache);
  }

  @Override
  public @Nullable Duration run(GroupRef group) {
    GenericKubernetesResource object = cache.get(group);
    if (object == null || !options.serves(object)) {
      forget(group);
      return null;
    }
    try {
      return run(Vrg.of(object));
    } catch (InvalidVrg e) {
      log.warnings(group, ImmutableList.of("is left alone: " + e.getMessage()));
      return null;
    }
  }

  private @Nullable Duration run(Vrg vrg) {
    GroupRef group = vrg.ref();
    log.warnings(group, vrg.warnings());
    concerned.widen(group, vrg.namespaces());
    PassResult result =
        pass.run(new VrgGroupPort(vrg, cache, api, reads, options.policy().adminNamespaces()));
    log.result(group, result, clock.instant());
    Duration wake = afterFailures(group, result);
    GroupDecision decision = result.decision();
    if (decision == null) {
      return wake;
    }
    wake = earlier(wake, publish(vrg, result, decision));
    return concerned.set(group, concern(vrg, decision)) ? Duration.ZERO : wake;
  }

  private void forget(GroupRef group) {
    concerned.forget(group);
    pass.forget(group);
    log.forget(group);
    status.forget(group);
    failures.remove(group);
  }

  private Concern concern(Vrg vrg, GroupDecision decision) {
    ImmutableSet.Builder<String> volumes = ImmutableSet.builder();
    volumes.addAll(vrg.frozenVolumes());
    reads.volumesOfGroup(vrg.ref()).known().forEach(volume -> volumes.add(volume.meta().name()));
    for (Decision member : decision.members()) {
      ClaimView claim = reads.claim(member.member()).orNull();
      String volume = claim == null ? null : claim.volumeName();
      if (volume != null) {
        volumes.add(volume);
      }
    }
    return new Concern(vrg.namespaces(), volumes.build());
  }

  private @Nullable Duration publish(Vrg vrg, PassResult result, GroupDecision decision) {
    GenericKubernetesResource latest = cache.get(vrg.ref());
    if (latest == null || isOutdated(vrg, latest)) {
      return null;
    }
    StatusWriter.Publication publication =
        status.publish(Vrg.of(latest), decision, rests(result), clock.instant());
    Outcome outcome = publication.outcome();
    if (outcome != null) {
      log.status(vrg.ref(), outcome);
    }
    return publication.dueAfter();
  }

  /**
   * A decision on what the VRG no longer asks is not published, as another pass is on its way; nor
   * is one on a VRG that goes, now that our finalizer is off.
   */
  private static boolean isOutdated(Vrg vrg, GenericKubernetesResource latest) {
    ObjectMeta meta = latest.getMetadata();
    boolean goes =
        meta.getDeletionTimestamp() != null
            && !meta.getFinalizers().contains(HandoffNames.GROUP_FINALIZER);
    return goes || !Objects.equals(meta.getGeneration(), vrg.generation());
  }

  private static boolean rests(PassResult result) {
    return result.applied().stream().noneMatch(it -> it.outcome().isApplied());
  }

  /** Back-off takes the place of the retry where the server itself fails. */
  private @Nullable Duration afterFailures(GroupRef group, PassResult result) {
    boolean failed =
        result.held() != null
            || result.applied().stream()
                .anyMatch(it -> it.outcome().answer() == Outcome.Answer.TRANSIENT);
    if (!failed) {
      failures.remove(group);
      return result.wakeAfter();
    }
    return Backoff.DEFAULT.after(failures.merge(group, 1, Integer::sum));
  }

  private static @Nullable Duration earlier(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) <= 0 ? one : other;
  }
}
