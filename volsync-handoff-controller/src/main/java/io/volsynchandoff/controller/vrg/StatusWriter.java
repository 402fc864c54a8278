// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.volsynchandoff.core.Blocker;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.fabric8.apply.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Publishes decisions in the VRG's status. A change of phase is written as soon as the group rests;
 * what changes beside the phase, such as one blocker after another, once it has lasted a while, so
 * that a handoff costs at most one status write for each change of phase.
 */
public final class StatusWriter {
  /** How long what is no change of phase, or a phase on the way, lasts before it is written. */
  static final Duration LASTING = Duration.ofSeconds(5);

  private final VrgApi api;
  private final VrgCache cache;

  /** Since when a group's published status differs from what it should be, by uid. */
  private final Map<String, Instant> differsSince = new ConcurrentHashMap<>();

  public StatusWriter(VrgApi api, VrgCache cache) {
    this.api = api;
    this.cache = cache;
  }

  /**
   * What became of a status.
   *
   * @param outcome of the write; null where none was due
   * @param dueAfter when to come again to write what is held back; null where nothing is
   */
  public record Publication(@Nullable Outcome outcome, @Nullable Duration dueAfter) {
    static final Publication NOTHING = new Publication(null, null);
  }

  /**
   * Writes the status if it is due.
   *
   * @param vrg as the decision's pass began with it
   * @param rests false where the pass wrote something, so that another follows at once
   */
  public Publication publish(Vrg vrg, GroupDecision decision, boolean rests, Instant now) {
    if (decision.isBlockedBy(Blocker.GROUP_MANAGED_BY_OTHER)) {
      return Publication.NOTHING; // Its status is the other controller's; the log tells.
    }
    StatusContent content = new StatusContent(decision, vrg.published(), vrg.meta().generation());
    if (content.isPublished()) {
      differsSince.remove(vrg.meta().uid());
      return Publication.NOTHING;
    }
    Instant since = differsSince.computeIfAbsent(vrg.meta().uid(), uid -> now);
    Duration held = Duration.between(now, since.plus(LASTING));
    boolean due = (rests && !content.isSamePhase()) || held.isNegative() || held.isZero();
    return due ? write(vrg, content) : new Publication(null, held);
  }

  /** Forgets a group that is gone. */
  public void forget(GroupRef group) {
    differsSince.remove(group.uid());
  }

  private Publication write(Vrg vrg, StatusContent content) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").put("resourceVersion", vrg.meta().resourceVersion());
    patch.set("status", content.patch(vrg.published().isPruned()));
    VrgApi.Written written = api.patchStatus(vrg.ref(), patch);
    cache.note(written);
    if (written.outcome().isApplied()) {
      differsSince.remove(vrg.meta().uid());
    }
    return new Publication(written.outcome(), written.outcome().answer().retryAfter());
  }
}
