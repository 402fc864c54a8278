// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Every part of a snapshot that may be unknown, and the stages whose next step rests on it: there
 * nothing may be written without it.
 */
enum HiddenField {
  CLAIM(scene -> scene.data().claim = Observed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return without(Stage.ARMED, Stage.SYNCING, Stage.COMPLETED);
    }
  },
  TEMPORARY_CLAIM(scene -> scene.data().temporaryClaim = Observed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return EnumSet.range(Stage.QUIESCED, Stage.RELINQUISHED);
    }
  },
  VOLUME(scene -> scene.data().volume = Observed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return EnumSet.allOf(Stage.class);
    }
  },
  VOLUME_JOURNAL(scene -> scene.data().volume(v -> v.journal(Observed.unknown("hidden")))) {
    @Override
    Set<Stage> needed() {
      return EnumSet.allOf(Stage.class);
    }
  },
  OTHER_VOLUMES(scene -> scene.data().otherVolumes = Listed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return EnumSet.of(Stage.UNPROTECTED, Stage.QUIESCED, Stage.PARKED);
    }
  },
  SOURCES(scene -> scene.data().sources = Listed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return EnumSet.range(Stage.STARTING, Stage.RELINQUISHED);
    }
  },
  SOURCE_JOURNAL(HiddenField::hideSourceJournal) {
    @Override
    Set<Stage> needed() {
      return EnumSet.range(Stage.QUIESCED, Stage.COMPLETED);
    }
  },
  JOBS(scene -> scene.data().jobs = Listed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return usesAndMovers();
    }
  },
  PODS(scene -> scene.data().pods = Listed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      Set<Stage> stages = usesAndMovers();
      stages.addAll(EnumSet.of(Stage.STARTING, Stage.ARMED, Stage.SYNCING, Stage.COMPLETED));
      return stages;
    }
  },
  ATTACHMENTS(scene -> scene.data().attachments = Listed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return usesAndMovers();
    }
  },
  NODES(HiddenField::hideNodes) {
    @Override
    Set<Stage> needed() {
      return beforeArming();
    }
  },
  CSI_DRIVER(scene -> scene.data().csiDriver = Observed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return beforeArming();
    }
  },
  SECRETS(scene -> scene.data().secrets = Listed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return beforeArming();
    }
  },
  NAMESPACE(scene -> scene.data().namespace = Observed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return EnumSet.of(Stage.QUIESCED, Stage.PARKED, Stage.REDIRECTED);
    }
  },
  FREEZE(scene -> scene.freeze = Observed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return EnumSet.allOf(Stage.class);
    }
  },
  SELECTED(scene -> scene.selected = Listed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return EnumSet.of(Stage.UNPROTECTED, Stage.PROTECTED, Stage.STARTING, Stage.RELEASED);
    }
  },
  JOURNALLED(scene -> scene.journalled = Listed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return EnumSet.of(Stage.UNPROTECTED, Stage.PROTECTED, Stage.STARTING);
    }
  },
  /** Asked only where a journal names another group, see {@link ProtectionTest}. */
  LIVE_GROUPS(scene -> scene.liveGroups = Listed.unknown("hidden")) {
    @Override
    Set<Stage> needed() {
      return EnumSet.noneOf(Stage.class);
    }
  };

  private final Consumer<Scene> hiding;

  HiddenField(Consumer<Scene> hiding) {
    this.hiding = hiding;
  }

  void hide(Scene scene) {
    hiding.accept(scene);
  }

  abstract Set<Stage> needed();

  private static Set<Stage> beforeArming() {
    return EnumSet.of(Stage.QUIESCED, Stage.PARKED, Stage.RELEASED);
  }

  private static Set<Stage> usesAndMovers() {
    return EnumSet.of(
        Stage.QUIESCED, Stage.PARKED, Stage.RELEASED, Stage.SOURCE_GONE, Stage.RELINQUISHED);
  }

  private static Set<Stage> without(Stage... stages) {
    Set<Stage> all = EnumSet.allOf(Stage.class);
    all.removeAll(Set.of(stages));
    return all;
  }

  private static void hideSourceJournal(Scene scene) {
    if (!scene.data().sources.known().isEmpty()) {
      scene.data().source(s -> s.journal(Observed.unknown("hidden")));
    }
  }

  /** Nodes are asked only where the driver does not attach. */
  private static void hideNodes(Scene scene) {
    scene.data().csiDriver = Observed.of(new CsiDriverView("csi.example", false));
    scene.data().nodes = Listed.unknown("hidden");
  }
}
