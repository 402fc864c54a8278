// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.ObjectRef;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What comes before step 1: protecting (design §5.1) and the freeze (design §5.2). */
class BeforeTheHandoffTest {
  @Test
  void protectingPutsRetainAndTheJournalOnTheVolumeInOneWrite() {
    Scene scene = Scene.at(Stage.UNPROTECTED);
    SceneMember data = scene.data();

    assertDecision(scene.lookAtData()).writesNothing().needs(Evidence.GROUP);
    assertDecision(scene.decide())
        .isAt(Phase.PROTECTING)
        .writes(
            new MemberAction.ProtectVolume(
                new ObjectRef("", "pv-data", "uid-pv-data", "21"), SampleObjects.journal(data)));
  }

  @Test
  void protectingThenPutsTheFinalizerOnTheClaim() {
    Scene scene = Scene.at(Stage.PROTECTED);
    scene.data().claimMeta(c -> c.finalizers(List.of(SampleObjects.PVC_PROTECTION)));

    assertDecision(scene.lookAtData())
        .isAt(Phase.PROTECTING)
        .writes(
            new MemberAction.ProtectClaim(
                new ObjectRef("shop", "data", "uid-data", "11"),
                ImmutableList.of(SampleObjects.PVC_PROTECTION, HandoffNames.CLAIM_FINALIZER),
                ImmutableList.of()));
  }

  @Test
  void aProtectedGroupRestsWithoutWritesAndReads() {
    Scene scene = Scene.at(Stage.PROTECTED, "data", "logs");

    GroupDecision group = scene.look();
    assertThat(group.action()).isNull();
    assertThat(group.needs()).isEmpty();
    assertThat(group.wakeAfter()).isNull();
    group.members().forEach(member -> assertDecision(member).rests(Phase.PROTECTED));
  }

  @Test
  void theFirstWriteOfAHandoffIsTheFreezeOnLiveLists() {
    Scene scene = Scene.at(Stage.STARTING, "data", "logs");
    scene.data().pod(SampleObjects.pod("shop-0", "n3", scene.data().key));

    GroupDecision cached = scene.look();
    assertThat(cached.action()).isNull();
    assertThat(cached.needs())
        .containsExactlyInAnyOrder(
            Evidence.GROUP, Evidence.CLAIMS, Evidence.SOURCES, Evidence.VOLUMES);
    GroupAction.RecordFreeze write = scene.groupWrites(GroupAction.RecordFreeze.class);
    assertThat(write.target().resourceVersion()).isEqualTo("1");
    assertThat(write.freeze().id()).isEqualTo(Scene.ID);
    assertThat(write.freeze().members())
        .containsExactly(frozen(scene.data(), "n3"), frozen(scene.member("logs")));
  }

  private static FrozenMember frozen(SceneMember m, String... nodes) {
    return new FrozenMember(
        m.key, m.claimUid(), m.volumeName(), m.sourceUid(), ImmutableSortedSet.copyOf(nodes));
  }
}
