// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.controller.loop.ConcernedGroups.Concern;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.fabric8.read.ReadChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConcernedGroupsTest {
  private static final GroupRef WEB = new GroupRef("shop", "web", "u1");
  private static final GroupRef MAIL = new GroupRef("post", "mail", "u2");

  private final ConcernedGroups groups = new ConcernedGroups();

  @Test
  void aChangeWakesWhomItConcerns() {
    groups.set(WEB, new Concern(ImmutableSet.of("shop", "db"), ImmutableSet.of("pv-1")));
    groups.set(MAIL, new Concern(ImmutableSet.of("post"), ImmutableSet.of("pv-2")));

    assertThat(woken(change("db", ImmutableSet.of(), false))).containsExactly(WEB);
    assertThat(woken(change("other", ImmutableSet.of(), false))).isEmpty();
    assertThat(woken(change(null, ImmutableSet.of("pv-2"), false))).containsExactly(MAIL);
    assertThat(woken(change(null, ImmutableSet.of("pv-3"), false))).isEmpty();
    assertThat(woken(change(null, ImmutableSet.of(), true))).containsExactlyInAnyOrder(WEB, MAIL);
  }

  @Test
  void aVolumeThatIsNotKnownYetWakesByTheClaimThatItNames() {
    groups.widen(WEB, ImmutableSet.of("shop"));
    ReadChange change =
        new ReadChange(
            null, ImmutableSet.of(new ClaimKey("shop", "data")), ImmutableSet.of("pv-new"), false);

    assertThat(woken(change)).containsExactly(WEB);
  }

  @Test
  void whatWasNotKnownBeforeThePassIsTold() {
    Concern first = new Concern(ImmutableSet.of("shop"), ImmutableSet.of("pv-1"));
    groups.widen(WEB, ImmutableSet.of("shop"));

    assertThat(groups.set(WEB, first)).isTrue();
    groups.widen(WEB, ImmutableSet.of("shop"));
    assertThat(groups.set(WEB, first)).isFalse();
    assertThat(groups.set(WEB, new Concern(ImmutableSet.of("shop"), ImmutableSet.of()))).isFalse();
    assertThat(groups.set(WEB, first)).isTrue();
  }

  @Test
  void aGroupThatIsGoneIsNotWoken() {
    groups.widen(WEB, ImmutableSet.of("shop"));
    groups.forget(WEB);

    assertThat(woken(change("shop", ImmutableSet.of(), true))).isEmpty();
  }

  private List<GroupRef> woken(ReadChange change) {
    List<GroupRef> woken = new ArrayList<>();
    groups.forEach(change, woken::add);
    return woken;
  }

  private static ReadChange change(
      @Nullable String namespace, ImmutableSet<String> volumes, boolean everyone) {
    return new ReadChange(namespace, ImmutableSet.of(), volumes, everyone);
  }
}
