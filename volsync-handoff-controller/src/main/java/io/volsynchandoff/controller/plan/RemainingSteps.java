// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import org.jspecify.annotations.Nullable;

/** The phases that a member has before it, the present one first. */
final class RemainingSteps {
  /** What is done or waited for in a phase, or what holds once it is reached. */
  private static final ImmutableMap<Phase, String> TEXTS =
      ImmutableMap.<Phase, String>builder()
          .put(
              Phase.PROTECTING,
              "The volume is set to Retain and journalled, and the claim gets a finalizer.")
          .put(Phase.PROTECTED, "Nothing is written until something changes.")
          .put(Phase.STARTING, "The members are frozen in an annotation of the group.")
          .put(
              Phase.QUIESCING,
              "Wait until no pod can write to the claim and its volume is detached; rehearse the"
                  + " later writes on the server.")
          .put(Phase.PARKING, "Give the source a far schedule and wait until it stands still.")
          .put(Phase.REDIRECTING, "Reserve the volume for the temporary claim.")
          .put(Phase.BINDING, "Create the temporary claim and wait until it is bound.")
          .put(Phase.RELEASING, "Take the finalizer off the claim: its owner may delete it.")
          .put(
              Phase.FENCING,
              "Read live that nothing uses the volume, for every member of the group.")
          .put(Phase.ARMING, "Point the source at the temporary claim, with a tag never used.")
          .put(Phase.SYNCING, "Wait for VolSync's final sync.")
          .put(Phase.RECORDING, "Journal the proof of the final sync on the volume.")
          .put(Phase.CLEANING, "Delete the source and the temporary claim.")
          .put(Phase.RELINQUISHED, "The volume is kept, Released, with its proof.")
          .put(
              Phase.GIVING_UP,
              "Keep the volume aside, delete the source, and let the claim go, without a sync.")
          .put(Phase.GIVEN_UP, "The volume is kept with its last writes.")
          .put(Phase.UNPROTECTING, "Restore the reclaim policy and take finalizer and journal off.")
          .put(Phase.UNPROTECTED, "Nothing of ours is left.")
          .buildOrThrow();

  private static final ImmutableList<Phase> RELOCATE =
      ImmutableList.of(
          Phase.PROTECTING,
          Phase.STARTING,
          Phase.QUIESCING,
          Phase.PARKING,
          Phase.REDIRECTING,
          Phase.BINDING,
          Phase.RELEASING,
          Phase.FENCING,
          Phase.ARMING,
          Phase.SYNCING,
          Phase.RECORDING,
          Phase.CLEANING,
          Phase.RELINQUISHED);
  private static final ImmutableList<Phase> GIVE_UP =
      ImmutableList.of(Phase.PROTECTING, Phase.STARTING, Phase.GIVING_UP, Phase.GIVEN_UP);
  private static final ImmutableList<Phase> PROTECT =
      ImmutableList.of(Phase.PROTECTING, Phase.PROTECTED);
  private static final ImmutableList<Phase> UNPROTECT =
      ImmutableList.of(Phase.UNPROTECTING, Phase.UNPROTECTED);

  private RemainingSteps() {}

  /**
   * One step.
   *
   * @param text a sentence
   */
  record Step(Phase phase, String text) {}

  /** The good case from end to end, each path a chain of legal moves. */
  static ImmutableList<ImmutableList<Phase>> paths() {
    return ImmutableList.of(PROTECT, RELOCATE, GIVE_UP, UNPROTECT);
  }

  /** The steps of a member of a group that asks for this; see the other method of this name. */
  static ImmutableList<Step> of(Phase phase, GroupIntent intent) {
    return of(phase, intent.role() == GroupIntent.Role.SECONDARY ? intent.action() : null);
  }

  /**
   * The steps from a phase on; empty at the end of a path, and where nothing goes on by itself.
   *
   * @param leavingBy how the volumes leave this cluster; null where they stay, or nothing says how
   */
  static ImmutableList<Step> of(Phase phase, @Nullable RequestedAction leavingBy) {
    return paths(leavingBy).stream()
        .filter(path -> path.contains(phase))
        .findFirst()
        .map(path -> path.subList(path.indexOf(phase), path.size()))
        .filter(rest -> rest.size() > 1)
        .map(RemainingSteps::steps)
        .orElseGet(ImmutableList::of);
  }

  /** The path that was asked for first: a phase that it lacks belongs to another. */
  private static ImmutableList<ImmutableList<Phase>> paths(@Nullable RequestedAction leavingBy) {
    if (leavingBy == null) {
      return paths();
    }
    return leavingBy == RequestedAction.RELOCATE
        ? ImmutableList.of(RELOCATE, GIVE_UP, UNPROTECT)
        : ImmutableList.of(GIVE_UP, RELOCATE, UNPROTECT);
  }

  private static ImmutableList<Step> steps(ImmutableList<Phase> phases) {
    return phases.stream()
        .map(phase -> new Step(phase, TEXTS.getOrDefault(phase, phase.text())))
        .collect(ImmutableList.toImmutableList());
  }
}
