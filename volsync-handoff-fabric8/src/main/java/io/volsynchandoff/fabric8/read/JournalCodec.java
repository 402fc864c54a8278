// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.base.Utf8;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.SourceJournal;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.Observed;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The journals and the freeze as annotations: JSON with a version, its fields always in the same
 * order. Reading is strict: what has an unknown field, a wrong type, or more than {@link
 * #MAX_BYTES} is unreadable, with the reason, and is never guessed (design §8, {@code
 * JOURNAL_UNREADABLE}).
 */
public final class JournalCodec {
  /** All annotations of one object may take 256 KiB; what is near it was not written by us. */
  public static final int MAX_BYTES = 250 * 1024;

  private JournalCodec() {}

  /**
   * Writes a volume's journal.
   *
   * @throws IllegalArgumentException where it is larger than {@link #MAX_BYTES}
   */
  public static String write(VolumeJournal journal) {
    return limited(Json.ordered(VolumeJournalFields.write(journal)));
  }

  /**
   * Writes a source's journal.
   *
   * @throws IllegalArgumentException where it is larger than {@link #MAX_BYTES}
   */
  public static String write(SourceJournal journal) {
    return limited(Json.ordered(SourceJournalFields.write(journal)));
  }

  /**
   * Writes the freeze.
   *
   * @throws IllegalArgumentException where it is larger than {@link #MAX_BYTES}
   */
  public static String write(Freeze freeze) {
    return limited(Json.ordered(FreezeFields.write(freeze)));
  }

  /**
   * Reads a volume's journal.
   *
   * @param annotation its value; null where there is none, which is absence
   */
  public static Observed<VolumeJournal> readVolume(@Nullable String annotation) {
    return read(annotation, VolumeJournalFields::read);
  }

  /**
   * Reads a source's journal.
   *
   * @param annotation its value; null where there is none, which is absence
   */
  public static Observed<SourceJournal> readSource(@Nullable String annotation) {
    return read(annotation, SourceJournalFields::read);
  }

  /**
   * Reads the freeze.
   *
   * @param annotation its value; null where there is none, which is absence
   */
  public static Observed<Freeze> readFreeze(@Nullable String annotation) {
    return read(annotation, FreezeFields::read);
  }

  private static <T> Observed<T> read(
      @Nullable String annotation, Function<StrictFields, T> reader) {
    if (annotation == null) {
      return Observed.absent();
    }
    try {
      StrictFields fields = new StrictFields("", Json.parseObject(limited(annotation)));
      T value = reader.apply(fields);
      fields.end();
      return Observed.of(value);
    } catch (IllegalArgumentException e) {
      return Observed.unknown(String.valueOf(e.getMessage()));
    }
  }

  private static String limited(String text) {
    int bytes = Utf8.encodedLength(text);
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(bytes + " bytes, more than " + MAX_BYTES);
    }
    return text;
  }
}
