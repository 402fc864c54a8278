// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import io.volsynchandoff.core.action.MemberAction.ArmSource;
import io.volsynchandoff.core.action.MemberAction.ParkSource;
import io.volsynchandoff.core.action.MemberAction.PauseSource;
import io.volsynchandoff.core.action.MemberAction.RestoreSource;
import io.volsynchandoff.core.action.MemberAction.UnwedgeSource;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.function.UnaryOperator;

/** What each action on a ReplicationSource writes (design §5.4). */
final class SourceWrites {
  /** The field manager that our writes bear. */
  static final String MANAGER = "volsync-handoff";

  private static final String DIRECT = "Direct";

  private SourceWrites() {}

  private static Written write(
      ClusterState state, ObjectRef target, UnaryOperator<SourceView.Builder> change) {
    return ConditionalWrite.patch(
        state,
        Kinds.SOURCES,
        target,
        seen -> {
          Meta ours = Meta.builder().from(seen.meta()).lastManager(MANAGER).build();
          return change.apply(SourceView.builder().from(seen).meta(ours)).build();
        });
  }

  static Written park(ClusterState state, ParkSource action) {
    return write(
        state,
        action.target(),
        seen ->
            seen.manualTag(null)
                .schedule(action.schedule())
                .paused(false)
                .journal(Observed.of(action.journal())));
  }

  static Written unwedge(ClusterState state, UnwedgeSource action) {
    return write(
        state,
        action.target(),
        seen ->
            seen.manualTag(null)
                .schedule(action.schedule())
                .paused(false)
                .sourceClaim(action.temporaryClaim())
                .copyMethod(DIRECT)
                .journal(Observed.of(action.journal())));
  }

  static Written pause(ClusterState state, PauseSource action) {
    return write(state, action.target(), seen -> seen.paused(action.paused()));
  }

  static Written arm(ClusterState state, ArmSource action) {
    return write(
        state,
        action.target(),
        seen ->
            seen.manualTag(action.tag())
                .schedule(null)
                .paused(false)
                .sourceClaim(action.temporaryClaim())
                .copyMethod(DIRECT)
                .moverPodLabels(action.moverPodLabels())
                .journal(Observed.of(action.journal())));
  }

  static Written restore(ClusterState state, RestoreSource action) {
    SourceJournal original = action.journal();
    return write(
        state,
        action.target(),
        seen ->
            seen.manualTag(original.originalManualTag())
                .schedule(original.originalSchedule())
                .paused(original.originalPaused())
                .sourceClaim(original.originalClaim())
                .copyMethod(original.originalCopyMethod())
                .moverPodLabels(original.originalMoverPodLabels())
                .journal(Observed.absent()));
  }
}
