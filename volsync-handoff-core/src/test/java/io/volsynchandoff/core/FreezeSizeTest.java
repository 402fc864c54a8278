// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.journal.ClaimRecord;
import io.volsynchandoff.core.snapshot.ClaimRef;
import org.junit.jupiter.api.Test;

/**
 * The freeze fits into what the annotations of one object may take, 256 KiB, or is not taken
 * (design §5.2, facts §8). That the bound holds for real JSON is tested where it is written.
 */
class FreezeSizeTest {
  private static final int MEMBERS = 1000;

  /** Names as long as that, volumes named by a uid, every claim seen on one node. */
  private static Scene thousand(int nameLength) {
    String[] names = new String[MEMBERS];
    for (int i = 0; i < MEMBERS; i++) {
      names[i] = Strings.padStart(Integer.toString(i), nameLength, 'x');
    }
    Scene scene = Scene.at(Stage.STARTING, names);
    for (SceneMember m : scene.members) {
      String pv = "pvc-00000000-0000-4000-8000-0000000" + m.key.name().substring(nameLength - 5);
      m.claim(c -> c.volumeName(pv));
      m.claimMeta(c -> c.uid(pv.substring(4)));
      m.volume(v -> v.claimRef(new ClaimRef(m.key, pv.substring(4))));
      m.volumeMeta(v -> v.name(pv));
      m.journal(
          j ->
              j.claim(
                  new ClaimRecord(
                      m.key,
                      pv.substring(4),
                      m.theClaim().spec(),
                      m.theClaim().meta().labels(),
                      ImmutableMap.of())));
      m.sourceMeta(s -> s.uid(pv.substring(4)));
      m.pod(SampleObjects.pod("pod", "worker-0001.example", m.key));
    }
    return scene;
  }

  @Test
  void aThousandMembersOfUsualNamesFit() {
    Scene scene = thousand(20);

    assertThat(scene.groupWrites(GroupAction.RecordFreeze.class).freeze().members())
        .hasSize(MEMBERS);
  }

  @Test
  void aFreezeThatDoesNotFitIsNotTaken() {
    GroupDecision group = thousand(120).pass();

    assertThat(group.isBlockedBy(Blocker.GROUP_TOO_LARGE)).isTrue();
    assertThat(group.action()).isNull();
    assertThat(group.members()).allMatch(member -> member.action() == null);
  }

  /** Whatever else the object's annotations take counts, to the byte. */
  @Test
  void otherAnnotationsOfTheGroupCount() {
    Scene scene = Scene.at(Stage.STARTING);
    int bound = scene.groupWrites(GroupAction.RecordFreeze.class).freeze().sizeBound();

    scene.otherAnnotationBytes = FreezeRules.ANNOTATION_LIMIT - bound;
    assertThat(scene.pass().action()).isNotNull();

    scene.otherAnnotationBytes++;
    assertThat(scene.pass().isBlockedBy(Blocker.GROUP_TOO_LARGE)).isTrue();
    assertThat(scene.pass().action()).isNull();
  }
}
