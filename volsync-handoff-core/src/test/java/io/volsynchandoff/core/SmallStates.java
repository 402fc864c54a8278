// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.journal.VolumeJournal.Ending;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Every combination of a few values of role, freeze, P, T, V and RS: the odd ones too, which no
 * protocol leads to.
 */
final class SmallStates {
  private static final SceneMember END = Scene.at(Stage.PROVEN).data();

  private SmallStates() {}

  /** Calls back with the same scene over and over, set to the next combination. */
  static void each(Consumer<Scene> look) {
    Scene scene = Scene.at(Stage.UNPROTECTED);
    SceneMember m = scene.data();
    m.rehearsals.addAll(Scene.at(Stage.QUIESCED).data().rehearsals);
    for (Observed<VolumeView> volume : volumes()) {
      m.volume = volume;
      for (Observed<ClaimView> claim : CLAIMS) {
        m.claim = claim;
        for (Observed<ClaimView> temporary : TEMPORARY_CLAIMS) {
          m.temporaryClaim = temporary;
          for (Listed<SourceView> sources : SOURCES) {
            m.sources = sources;
            intents(scene, look);
          }
        }
      }
    }
  }

  private static void intents(Scene scene, Consumer<Scene> look) {
    for (Observed<Freeze> freeze : FREEZES) {
      scene.freeze = freeze;
      scene.deleting = false;
      look.accept(scene.role(Role.PRIMARY, null));
      look.accept(scene.role(Role.SECONDARY, null));
      look.accept(scene.role(Role.SECONDARY, RequestedAction.RELOCATE));
      look.accept(scene.role(Role.SECONDARY, RequestedAction.FAILOVER));
      scene.deleting = true;
      look.accept(scene.role(Role.PRIMARY, null));
      look.accept(scene.role(Role.SECONDARY, RequestedAction.RELOCATE));
    }
  }

  private static final ImmutableList<Observed<Freeze>> FREEZES =
      ImmutableList.of(
          Observed.absent(),
          Scene.at(Stage.QUIESCED).freeze,
          Scene.at(Stage.QUIESCED).freeze(RequestedAction.FAILOVER).freeze);

  private static final ImmutableList<Observed<ClaimView>> CLAIMS =
      ImmutableList.of(
          Observed.absent(),
          claim(m -> {}),
          claim(m -> m.claimMeta(c -> c.deletedAt(Scene.NOW))),
          claim(m -> m.claim(c -> c.phase(ClaimView.Phase.LOST))),
          claim(m -> m.claimMeta(c -> c.uid("uid-other"))));

  private static Observed<ClaimView> claim(Consumer<SceneMember> change) {
    SceneMember m = Scene.at(Stage.PROTECTED).data();
    change.accept(m);
    return m.claim;
  }

  private static final ImmutableList<Observed<ClaimView>> TEMPORARY_CLAIMS =
      ImmutableList.of(
          Observed.absent(),
          temporary(m -> {}),
          temporary(m -> m.temporary(t -> t.phase(ClaimView.Phase.PENDING))),
          temporary(m -> m.temporaryMeta(t -> t.deletedAt(Scene.NOW))),
          temporary(m -> m.temporaryMeta(t -> t.uid("uid-stranger").labels(ImmutableMap.of()))));

  private static Observed<ClaimView> temporary(Consumer<SceneMember> change) {
    SceneMember m = Scene.at(Stage.BOUND).data();
    change.accept(m);
    return m.temporaryClaim;
  }

  private static final ImmutableList<Listed<SourceView>> SOURCES =
      ImmutableList.of(
          Listed.none(),
          Scene.at(Stage.QUIESCED).data().sources,
          Scene.at(Stage.QUIESCED).data().source(s -> s.lastSyncStartTime(Scene.NOW)).sources,
          Scene.at(Stage.PARKED).data().sources,
          Scene.at(Stage.SYNCING).data().sources,
          Scene.at(Stage.COMPLETED).data().sources);

  private static ImmutableList<Observed<VolumeView>> volumes() {
    List<Observed<VolumeView>> volumes = new ArrayList<>(List.of(Observed.absent()));
    SceneMember m = END;
    List<@Nullable ClaimRef> claimRefs = new ArrayList<>();
    claimRefs.add(null);
    claimRefs.add(new ClaimRef(m.key, m.claimUid()));
    claimRefs.add(new ClaimRef(m.key, null));
    claimRefs.add(m.toTemporary(null));
    claimRefs.add(m.toTemporary(m.temporaryUid()));
    claimRefs.add(new ClaimRef(new ClaimKey("pay", "other"), "uid-x"));
    for (ReclaimPolicy policy : List.of(ReclaimPolicy.RETAIN, ReclaimPolicy.DELETE)) {
      for (ClaimRef claimRef : claimRefs) {
        for (Observed<VolumeJournal> journal : journals()) {
          m.volume(
              v -> v.policy(policy).claimRef(claimRef).journal(journal).phase(phase(claimRef)));
          volumes.add(m.volume);
        }
      }
    }
    return ImmutableList.copyOf(volumes);
  }

  private static VolumeView.Phase phase(@Nullable ClaimRef claimRef) {
    return claimRef == null || claimRef.uid() == null
        ? VolumeView.Phase.AVAILABLE
        : VolumeView.Phase.RELEASED;
  }

  private static ImmutableList<Observed<VolumeJournal>> journals() {
    VolumeJournal primary = Scene.at(Stage.PROTECTED).data().theJournal();
    VolumeJournal open = Scene.at(Stage.REDIRECTED).data().theJournal();
    return ImmutableList.of(
        Observed.absent(),
        Observed.of(primary),
        Observed.of(open),
        Observed.of(Scene.at(Stage.PROVEN).data().theJournal()),
        ended(primary, Ending.GIVEN_UP),
        ended(open, Ending.GIVEN_UP),
        ended(primary, Ending.RESTORED),
        ended(primary, Ending.KEPT),
        Observed.of(
            VolumeJournal.builder()
                .from(primary)
                .group(new GroupRef("shop", "dead", "99999999-dead"))
                .build()));
  }

  private static Observed<VolumeJournal> ended(VolumeJournal journal, Ending ending) {
    return Observed.of(VolumeJournal.builder().from(journal).ending(ending).build());
  }
}
