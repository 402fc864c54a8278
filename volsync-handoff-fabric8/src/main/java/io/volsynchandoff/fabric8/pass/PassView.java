// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.fabric8.read.LiveReads;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What one pass sees of its group: the cache, and over it what was read live. */
final class PassView {
  private final PassTools tools;
  private final GroupPort group;
  private final LiveReads reads;
  private final Set<ClaimKey> temporaryClaims = new LinkedHashSet<>();
  private final Set<String> volumes = new LinkedHashSet<>();
  private GroupFacts facts;

  PassView(PassTools tools, GroupPort group, GroupFacts facts) {
    this.tools = tools;
    this.group = group;
    this.facts = facts;
    this.reads = new LiveReads(tools.client(), tools.cache());
  }

  GroupFacts facts() {
    return facts;
  }

  /** The id of the handoff that is under way; empty where none is. */
  String handoff() {
    Freeze freeze = facts.freeze().orNull();
    return freeze == null ? "" : freeze.id().text();
  }

  /** Whether anything that was read live is unknown. */
  boolean hasFailedReads() {
    return reads.hasFailed();
  }

  GroupSnapshot snapshot(ImmutableListMultimap<ClaimKey, Rehearsal> rehearsals) {
    return SnapshotAssembler.assemble(facts, reads, reads.live(namespaces()), rehearsals);
  }

  /**
   * Reads what a decision needs.
   *
   * @param kinds in the order of {@link Evidence}
   * @return why the pass cannot go on, or null
   */
  @Nullable String read(
      ImmutableSet<Evidence> kinds, GroupDecision decision, GroupSnapshot snapshot) {
    for (Evidence kind : kinds) {
      if (kind == Evidence.GROUP) {
        String missing = readGroup();
        if (missing != null) {
          return missing;
        }
      }
      reads.read(kind, namespaces());
      if (kind == Evidence.TEMPORARY_CLAIM) {
        readEach(Evidences.temporaryClaims(decision), temporaryClaims, reads::readClaim);
      } else if (kind == Evidence.VOLUME) {
        readEach(Evidences.volumes(decision, snapshot), volumes, reads::readVolume);
      }
      if (kind == Evidence.GROUP || kind == Evidence.CLAIMS) {
        facts = facts.withSelected(group.selected(facts.intent(), reads));
      }
    }
    return null;
  }

  private @Nullable String readGroup() {
    Observed<GroupFacts> live = group.observeLive();
    GroupFacts found = live.orNull();
    if (found == null) {
      return live.isUnknown() ? "the group cannot be read: " + live.why() : "the group is gone";
    }
    facts = found;
    return null;
  }

  /**
   * By one GET each, and once in a pass: nothing but the member's own decision rests on it, so that
   * the order of lists does not matter to it.
   */
  private <T> void readEach(ImmutableList<T> asked, Set<T> read, Consumer<T> get) {
    tools
        .tasks()
        .each(
            asked.stream().filter(read::add).toList(),
            object -> {
              get.accept(object);
              return true;
            },
            failed -> unreadable(failed.failure()));
  }

  /** Reads are not for a task to fail: what is left is an error of ours or the end of the pass. */
  private static boolean unreadable(RuntimeException failure) {
    throw failure;
  }

  private ImmutableSet<String> namespaces() {
    GroupIntent intent = facts.intent();
    return SnapshotAssembler.members(facts, reads.volumesOfGroup(intent.group())).stream()
        .map(ClaimKey::namespace)
        .collect(ImmutableSet.toImmutableSet());
  }
}
