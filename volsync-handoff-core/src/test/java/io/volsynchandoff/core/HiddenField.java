// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static java.util.EnumSet.allOf;
import static java.util.EnumSet.range;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A part of a snapshot that may be unknown, and the stages whose next step rests on it: there
 * nothing may be written without it.
 */
record HiddenField(String name, Set<Stage> needed, Consumer<Scene> hiding) {
  private static final Set<Stage> EVERY = allOf(Stage.class);
  private static final Set<Stage> FENCES =
      ImmutableSet.of(Stage.QUIESCED, Stage.PARKED, Stage.RELEASED);

  /** The fences, and where nothing of a mover may be left. */
  private static final Set<Stage> USE =
      Sets.union(FENCES, range(Stage.SOURCE_GONE, Stage.RELINQUISHED));

  /** Where it is not yet known which handoff there is. */
  private static final Set<Stage> UNFROZEN = range(Stage.UNPROTECTED, Stage.STARTING);

  static final ImmutableList<HiddenField> ALL =
      ImmutableList.of(
          field(
              "claim",
              Sets.difference(EVERY, range(Stage.ARMED, Stage.COMPLETED)),
              m -> m.claim = Observed.unknown("hidden")),
          field(
              "temporaryClaim",
              range(Stage.QUIESCED, Stage.RELINQUISHED),
              m -> m.temporaryClaim = Observed.unknown("hidden")),
          field("volume", EVERY, m -> m.volume = Observed.unknown("hidden")),
          field("volume.journal", EVERY, m -> m.volume(v -> v.journal(Observed.unknown("hidden")))),
          field(
              "otherVolumes",
              Sets.union(FENCES, ImmutableSet.of(Stage.UNPROTECTED, Stage.STARTING)),
              m -> m.otherVolumes = Listed.unknown("hidden")),
          field(
              "sources",
              range(Stage.STARTING, Stage.RELINQUISHED),
              m -> m.sources = Listed.unknown("hidden")),
          field(
              "source.journal",
              Sets.union(
                  ImmutableSet.of(Stage.PROTECTED, Stage.STARTING),
                  range(Stage.QUIESCED, Stage.COMPLETED)),
              HiddenField::hideSourceJournal),
          field("jobs", USE, m -> m.jobs = Listed.unknown("hidden")),
          field(
              "pods",
              Sets.union(
                  USE,
                  ImmutableSet.of(Stage.STARTING, Stage.ARMED, Stage.SYNCING, Stage.COMPLETED)),
              m -> m.pods = Listed.unknown("hidden")),
          field("attachments", USE, m -> m.attachments = Listed.unknown("hidden")),
          field("nodes", FENCES, HiddenField::hideNodes),
          field("csiDriver", FENCES, m -> m.csiDriver = Observed.unknown("hidden")),
          field("secrets", FENCES, m -> m.secrets = Listed.unknown("hidden")),
          field(
              "namespace",
              ImmutableSet.of(Stage.QUIESCED, Stage.PARKED, Stage.REDIRECTED),
              m -> m.namespace = Observed.unknown("hidden")),
          new HiddenField("freeze", EVERY, s -> s.freeze = Observed.unknown("hidden")),
          new HiddenField(
              "selected",
              Sets.union(UNFROZEN, ImmutableSet.of(Stage.RELEASED)),
              s -> s.selected = Listed.unknown("hidden")),
          new HiddenField("journalled", UNFROZEN, s -> s.journalled = Listed.unknown("hidden")));

  private static HiddenField field(String name, Set<Stage> needed, Consumer<SceneMember> hiding) {
    return new HiddenField(name, needed, scene -> hiding.accept(scene.data()));
  }

  private static void hideSourceJournal(SceneMember member) {
    if (!member.sources.known().isEmpty()) {
      member.source(s -> s.journal(Observed.unknown("hidden")));
    }
  }

  /** Nodes are asked only where the driver does not attach. */
  private static void hideNodes(SceneMember member) {
    member.csiDriver = Observed.of(new CsiDriverView("csi.example", false));
    member.nodes = Listed.unknown("hidden");
  }

  @Override
  public String toString() {
    return name;
  }
}
