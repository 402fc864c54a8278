// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.SampleObjects;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JournalCodecTest {
  @Test
  void returnsAVolumeJournalAsItWasWritten() {
    assertThat(JournalCodec.readVolume(JournalCodec.write(SampleObjects.volumeJournal())))
        .isEqualTo(Observed.of(SampleObjects.volumeJournal()));
    assertThat(JournalCodec.readVolume(JournalCodec.write(SampleObjects.provenJournal())))
        .isEqualTo(Observed.of(SampleObjects.provenJournal()));
  }

  @Test
  void returnsASourceJournalAsItWasWritten() {
    SourceJournal parked =
        SourceJournal.builder().from(SampleObjects.sourceJournal()).armed(null).build();
    for (SourceJournal journal : ImmutableList.of(parked, SampleObjects.sourceJournal())) {
      assertThat(JournalCodec.readSource(JournalCodec.write(journal)))
          .isEqualTo(Observed.of(journal));
    }
  }

  @Test
  void returnsAFreezeAsItWasWritten() {
    Freeze freeze = freeze(3);
    assertThat(JournalCodec.readFreeze(JournalCodec.write(freeze))).isEqualTo(Observed.of(freeze));
  }

  @Test
  void writesTheSameTextForTheSameJournal() {
    String text = JournalCodec.write(SampleObjects.provenJournal());
    Observed<?> read = JournalCodec.readVolume(text);
    assertThat(read).isEqualTo(Observed.of(SampleObjects.provenJournal()));
    assertThat(text)
        .startsWith("{\"v\":1,\"volumeUid\":\"volume-uid\",\"group\":{\"namespace\":\"shop\",")
        .isEqualTo(JournalCodec.write(SampleObjects.provenJournal()));
  }

  /** {@code GROUP_TOO_LARGE} rests on it. */
  @Test
  void writesNoMoreThanTheFreezesBound() {
    for (int members : new int[] {0, 1, 20, 500}) {
      Freeze freeze = freeze(members);
      assertThat(JournalCodec.write(freeze).getBytes(StandardCharsets.UTF_8).length)
          .isLessThanOrEqualTo(freeze.sizeBound());
    }
  }

  @Test
  void takesNoAnnotationForAbsence() {
    assertThat(JournalCodec.readVolume(null)).isEqualTo(Observed.absent());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`\"acting\":\"primary\"`|`\"acting\":\"primary\",\"more\":1`|unknown field more",
        "`\"uid\":\"group-uid\"`|`\"uid\":\"group-uid\",\"x\":{}`|unknown field group.x",
        "`\"acting\":\"primary\"`|`\"acting\":\"observer\"`|acting has an unknown value observer",
        "`\"acting\":\"primary\"`|`\"acting\":true`|acting must be a string",
        "`\"acting\":\"primary\",`|``|acting is missing",
        "`\"v\":1`|`\"v\":2`|written by a later release, as version 2",
        "`\"v\":1`|`\"v\":1.5`|v must be a whole number from 1",
        "`\"attempt\":2`|`\"attempt\":0`|handoff.attempt must be a whole number from 1",
        "`\"attempt\":2`|`\"attempt\":99999999999`|handoff.attempt is too large: 99999999999",
        "`\"generation\":5`|`\"generation\":\"5\"`|handoff.proof.generation must be a number",
        "`2026-01-02T03:04:05Z`|`yesterday`|handoff.proof.lastSyncTime is no time: yesterday",
        "`\"labels\":{\"app\":\"shop\"}`|`\"labels\":{\"app\":7}`|claim.labels.app must be a string",
        "`\"labels\":{\"app\":\"shop\"}`|`\"labels\":[]`|claim.labels must be an object",
        "`\"ending\":\"given-up\"}`|`\"ending\":\"given-up\"`|not a JSON object",
        "`\"ending\":\"given-up\"}`|`\"ending\":\"given-up\"}}`|malformed JSON",
        "`\"ending\":\"given-up\"}`|`\"ending\":\"given-up\"},{}`|more than one JSON object",
      })
  void cannotReadWhatIsNotWhole(String part, String replacement, String why) {
    String text = JournalCodec.write(SampleObjects.provenJournal());
    assertThat(text).contains(part);
    Observed<?> read =
        JournalCodec.readVolume(text.replace(part, replacement == null ? "" : replacement));
    assertThat(read.isUnknown()).isTrue();
    assertThat(read.why()).startsWith(why);
  }

  @ParameterizedTest
  @CsvSource({"''", "null", "'[]'", "'v: 1'", "'{'", "'{\"v\":'"})
  void cannotReadWhatIsNoObject(String text) {
    assertThat(JournalCodec.readVolume(text).isUnknown()).isTrue();
    assertThat(JournalCodec.readSource(text).isUnknown()).isTrue();
    assertThat(JournalCodec.readFreeze(text).isUnknown()).isTrue();
  }

  @Test
  void cannotReadWhatIsTooLarge() {
    String text = JournalCodec.write(SampleObjects.volumeJournal());
    Observed<?> read = JournalCodec.readVolume(text + " ".repeat(JournalCodec.MAX_BYTES));
    assertThat(read.why()).contains("bytes, more than");
  }

  private static Freeze freeze(int members) {
    return new Freeze(
        SampleObjects.ID,
        RequestedAction.RELOCATE,
        IntStream.range(0, members)
            .mapToObj(JournalCodecTest::member)
            .collect(ImmutableList.toImmutableList()));
  }

  private static FrozenMember member(int index) {
    return new FrozenMember(
        new ClaimKey("a-namespace-of-some-length", "claim-" + index),
        new UUID(1, index).toString(),
        "pvc-" + new UUID(2, index),
        index % 2 == 0 ? new UUID(3, index).toString() : null,
        ImmutableSortedSet.of("node-a", "node-" + index));
  }
}
