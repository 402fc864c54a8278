// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The parking schedule (design §5.4), for every day of five years that hold a leap year, and last
 * syncs of up to more than two years ago. Occurrences are counted day by day, independently of
 * {@link FarSchedule}.
 */
class FarScheduleTest {
  private static final Instant FIRST = Instant.parse("2023-12-31T23:59:59Z");
  private static final int DAYS = 5 * 365 + 2;

  /** VolSync evaluates schedules in a time zone that is not known. */
  private static final Duration ZONES = Duration.ofHours(14);

  private static void everywhere(BiConsumer<Instant, Instant> check) {
    for (int day = 0; day < DAYS; day++) {
      Instant now = FIRST.plus(Duration.ofDays(day)).plusSeconds(day * 37L);
      for (int age = 0; age <= 800; age += age < 290 || age > 310 ? 29 : 1) {
        check.accept(now, now.minus(Duration.ofDays(age)));
      }
    }
  }

  /** The first midnight of that date after a moment. */
  private static Instant next(String schedule, Instant moment) {
    String[] fields = schedule.split(" ", -1);
    LocalDate day = LocalDate.ofInstant(moment, ZoneOffset.UTC).plusDays(1);
    while (day.getDayOfMonth() != Integer.parseInt(fields[2])
        || day.getMonthValue() != Integer.parseInt(fields[3])) {
      day = day.plusDays(1);
    }
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static Instant previous(String schedule, Instant date) {
    return next(schedule, date.minus(Duration.ofDays(367)));
  }

  @Test
  void itStartsNothingWhereADateExistsAndLetsOneSyncThroughWhereNoneDoes() {
    everywhere(
        (now, lastSync) -> {
          String schedule = FarSchedule.choose(lastSync, now);
          Instant fires = next(schedule, lastSync);
          boolean recent = lastSync.plus(Duration.ofDays(301)).isAfter(now);
          String at = schedule + " at " + now + " after " + lastSync;
          if (fires.minus(ZONES).isAfter(now)) {
            assertThat(fires).as(at).isAfterOrEqualTo(now.plus(Duration.ofDays(60)));
            assertThat(previous(schedule, fires).plus(ZONES)).as(at).isBefore(lastSync);
            assertThat(FarSchedule.isQuiet(schedule, lastSync, now)).as(at).isTrue();
          } else {
            assertThat(recent).as("a date existed: " + at).isFalse();
            assertThat(fires.plus(ZONES)).as(at).isBefore(now);
            assertThat(FarSchedule.isQuiet(schedule, lastSync, now)).as(at).isFalse();
            assertRestsAfter(schedule, now, at);
          }
        });
  }

  private static void assertRestsAfter(String schedule, Instant sync, String at) {
    Instant fires = next(schedule, sync);
    assertThat(fires.minus(ZONES)).as(at).isAfter(sync.plus(Duration.ofDays(297)));
    assertThat(FarSchedule.isQuiet(schedule, sync, sync.plus(Duration.ofDays(200)))).isTrue();
  }

  @Test
  void itIsADateOfEveryYearAndFarFromNow() {
    everywhere(
        (now, lastSync) -> {
          String schedule = FarSchedule.choose(lastSync, now);
          assertThat(schedule).matches("0 0 \\d{1,2} \\d{1,2} \\*").isNotEqualTo("0 0 29 2 *");
          assertThat(FarSchedule.isFar(schedule, now)).as(schedule + " at " + now).isTrue();
        });
  }

  /** A source that never synced is let through its first sync, and rests after it. */
  @Test
  void aSourceThatNeverSyncedIsLetThroughOneSync() {
    for (int day = 0; day < DAYS; day++) {
      Instant now = FIRST.plus(Duration.ofDays(day));
      String schedule = FarSchedule.choose(null, now);
      assertThat(FarSchedule.isFar(schedule, now)).isTrue();
      assertThat(FarSchedule.isQuiet(schedule, null, now)).isFalse();
      assertRestsAfter(schedule, now, schedule + " at " + now);
    }
  }

  /** It is parked again thirty days before its date, and woken for that. */
  @Test
  void itIsParkedAgainBeforeItsDateComesNear() {
    Instant now = Instant.parse("2028-02-01T08:00:00Z");
    String schedule = "0 0 1 9 *";
    Duration wake = FarSchedule.untilNear(schedule, now);

    assertThat(now.plus(wake)).isEqualTo(Instant.parse("2028-08-02T00:00:00Z"));
    assertThat(FarSchedule.isFar(schedule, now.plus(wake))).isTrue();
    assertThat(FarSchedule.isFar(schedule, now.plus(wake).plusSeconds(1))).isFalse();
  }

  @Test
  void theDateItselfHasPassed() {
    Instant date = Instant.parse("2026-09-01T00:00:00Z");

    assertThat(FarSchedule.isQuiet("0 0 1 9 *", date.minusSeconds(1), date)).isFalse();
    assertThat(FarSchedule.isQuiet("0 0 1 9 *", date, date.plusSeconds(1))).isTrue();
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "*/5 * * * *", "0 0 31 2 *", "0 0 30 2 *", "0 0 29 2 *", "0 0 31 4 *", "0 0 1 13 *",
        "0 0 0 1 *", "0 0 1 1 1", "1 0 1 9 *", "@yearly", "0 0 1 9 * ", "nonsense"
      })
  void whatIsNoDateOfEveryYearIsNeitherFarNorQuiet(@Nullable String schedule) {
    Instant now = Instant.parse("2026-03-10T12:00:00Z");

    assertThat(FarSchedule.isFar(schedule, now)).isFalse();
    assertThat(FarSchedule.isQuiet(schedule, now.minusSeconds(60), now)).isFalse();
    assertThat(FarSchedule.untilNear(schedule, now)).isZero();
  }
}
