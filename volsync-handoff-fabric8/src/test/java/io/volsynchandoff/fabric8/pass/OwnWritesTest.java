// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.SampleObjects;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.apply.WrittenKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OwnWritesTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final GroupRef GROUP = SampleObjects.GROUP;
  private static final ObjectRef VOLUME = new ObjectRef("", "pv-1", "uid-1", "99");

  private final OwnWrites writes = new OwnWrites();
  private final FixedEyes eyes = new FixedEyes();

  private static final class FixedEyes implements OwnWrites.Eyes {
    Observed<Meta> cached = Observed.absent();
    Observed<Meta> live = Observed.unknown("not asked");
    int looks;

    @Override
    public Observed<Meta> cached(WrittenKind kind, ObjectRef object) {
      return cached;
    }

    @Override
    public Observed<Meta> live(WrittenKind kind, ObjectRef object) {
      looks++;
      return live;
    }
  }

  @Test
  void waitsUntilTheCacheHasTheVersionThatWasWritten() {
    eyes.cached = meta("uid-1", "99");
    record(forget(), Outcome.applied("uid-1", "100"));
    assertThat(awaited(NOW))
        .isEqualTo("the cache does not show our write to PersistentVolume pv-1 yet");
    eyes.cached = meta("uid-1", "100");
    assertThat(awaited(NOW)).isNull();
  }

  /** Versions are compared as numbers: "9" is not after "100". */
  @Test
  void comparesVersionsAsNumbers() {
    eyes.cached = meta("uid-1", "9");
    record(forget(), Outcome.applied("uid-1", "100"));
    assertThat(awaited(NOW)).isNotNull();
    eyes.cached = meta("uid-1", "1000");
    assertThat(awaited(NOW)).isNull();
  }

  @Test
  void waitsForEqualityWhereAVersionIsNoNumber() {
    eyes.cached = meta("uid-1", "a");
    record(forget(), Outcome.applied("uid-1", "b"));
    assertThat(awaited(NOW)).isNotNull();
    eyes.cached = meta("uid-1", "b");
    assertThat(awaited(NOW)).isNull();
  }

  /** The cache had it, so that its absence is a deletion that came after our write. */
  @Test
  void takesAnObjectThatTheCacheLostForShown() {
    eyes.cached = meta("uid-1", "99");
    record(forget(), Outcome.applied("uid-1", "100"));
    eyes.cached = Observed.absent();
    assertThat(awaited(NOW)).isNull();
    assertThat(eyes.looks).isZero();
  }

  @Test
  void waitsForACreationAndAsksTheServerOnceThatTakesLong() {
    record(creation(), Outcome.applied("uid-t", "100"));
    assertThat(awaited(NOW)).isNotNull();
    assertThat(eyes.looks).isZero();
    Instant late = NOW.plus(OwnWrites.PATIENCE);
    eyes.live = meta("uid-t", "100");
    assertThat(awaited(late)).isNotNull();
    eyes.live = Observed.unknown("away");
    assertThat(awaited(late)).isNotNull();
    eyes.live = Observed.absent();
    assertThat(awaited(late)).isNull();
  }

  @Test
  void waitsForADeletion() {
    eyes.cached = meta("uid-t", "100");
    ObjectRef temporary = new ObjectRef("shop", "data-handoff", "uid-t", "100");
    record(new MemberAction.DeleteTemporaryClaim(temporary), Outcome.applied("", ""));
    assertThat(awaited(NOW)).isNotNull();
    eyes.cached =
        Observed.of(Meta.builder().name("data-handoff").uid("uid-t").deletedAt(NOW).build());
    assertThat(awaited(NOW)).isNull();
  }

  @Test
  void takesAnObjectOfTheSameNameForAnother() {
    eyes.cached = meta("uid-t", "100");
    ObjectRef temporary = new ObjectRef("shop", "data-handoff", "uid-t", "100");
    record(new MemberAction.DeleteTemporaryClaim(temporary), Outcome.applied("", ""));
    eyes.cached = meta("uid-new", "101");
    assertThat(awaited(NOW)).isNull();
  }

  /** A kind that is unknown is never decided on, and the operator must hear why. */
  @Test
  void doesNotHoldWhatIsUnknown() {
    eyes.cached = meta("uid-1", "99");
    record(forget(), Outcome.applied("uid-1", "100"));
    eyes.cached = Observed.unknown("cannot list");
    assertThat(awaited(NOW)).isNull();
  }

  @Test
  void waitsForNothingThatWasNotWritten() {
    eyes.cached = meta("uid-1", "99");
    record(forget(), Outcome.failed(Outcome.Answer.CONFLICT, "modified"));
    assertThat(awaited(NOW)).isNull();
  }

  @Test
  void waitsForTheGroupItself() {
    ObjectRef target = new ObjectRef("shop", "group", "group-uid", "5");
    writes.record(
        GROUP,
        new GroupAction.ProtectGroup(target, ImmutableList.of()),
        Outcome.applied("group-uid", "6"),
        true,
        NOW);
    assertThat(writes.awaited(GROUP, metaOf("group-uid", "5"), eyes, NOW)).contains("group");
    assertThat(writes.awaited(GROUP, metaOf("group-uid", "6"), eyes, NOW)).isNull();
  }

  /** One member's journal that is too large must not end the pass of the others. */
  @Test
  void takesAWriteThatCannotBeMadeForNoneOfOurs() {
    eyes.cached = meta("uid-1", "99");
    assertThat(OwnWrites.isCached(forget(), eyes)).isTrue();
    assertThat(
            OwnWrites.isCached(
                new MemberAction.ProtectVolume(VOLUME, SampleObjects.oversizedJournal()), eyes))
        .isFalse();
  }

  @Test
  void holdsNoOtherGroup() {
    eyes.cached = meta("uid-1", "99");
    record(forget(), Outcome.applied("uid-1", "100"));
    assertThat(writes.awaited(new GroupRef("shop", "second", "uid"), null, eyes, NOW)).isNull();
    writes.forget(GROUP);
    assertThat(awaited(NOW)).isNull();
  }

  private void record(MemberAction action, Outcome outcome) {
    writes.record(GROUP, action, outcome, OwnWrites.isCached(action, eyes), NOW);
  }

  private @Nullable String awaited(Instant now) {
    return writes.awaited(GROUP, null, eyes, now);
  }

  private static MemberAction forget() {
    return new MemberAction.ForgetVolume(VOLUME);
  }

  private static MemberAction creation() {
    return new MemberAction.CreateTemporaryClaim(SampleObjects.temporaryClaim());
  }

  private static Observed<Meta> meta(String uid, String version) {
    return Observed.of(metaOf(uid, version));
  }

  private static Meta metaOf(String uid, String version) {
    return Meta.builder().name("pv-1").uid(uid).resourceVersion(version).build();
  }
}
