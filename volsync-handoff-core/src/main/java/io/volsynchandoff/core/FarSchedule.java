// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.MonthDay;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The yearly schedule that parks a source (design §5.4). VolSync fires a schedule as soon as it has
 * an occurrence after the last sync (facts §1.1), so the date must lie more than a margin ahead of
 * now and must not have passed since the last sync.
 */
final class FarSchedule {
  /** Park again when the date is nearer than this. */
  static final Duration NEAR = Duration.ofDays(30);

  /** Sixty days from now, and the two that cutting a moment to a date of every year may take. */
  private static final Duration MARGIN = Duration.ofDays(60 + 2);

  /** Two days less than a year after the last sync: VolSync's time zone is not known. */
  private static final Duration BEFORE_ANNIVERSARY = Duration.ofDays(363);

  /** Where no date avoids one more sync, this one rests after it. */
  private static final Duration AFTER_ONE_SYNC = Duration.ofDays(300);

  private static final Pattern YEARLY =
      Pattern.compile("0 0 ([1-9]|[12][0-9]|3[01]) ([1-9]|1[0-2]) \\*");

  private FarSchedule() {}

  /**
   * The schedule to park with. A source that never synced, or whose last sync is too old for any
   * date, is let through one sync first: the returned date has passed since, so it fires once.
   */
  static String choose(@Nullable Instant lastSync, Instant now) {
    Instant date = lastSync == null ? Instant.MIN : lastSync.plus(BEFORE_ANNIVERSARY);
    if (date.isBefore(now.plus(MARGIN))) {
      date = now.plus(AFTER_ONE_SYNC);
    }
    LocalDate day = LocalDate.ofInstant(date, ZoneOffset.UTC);
    int dayOfMonth =
        day.getMonthValue() == 2 ? Math.min(day.getDayOfMonth(), 28) : day.getDayOfMonth();
    return "0 0 " + dayOfMonth + " " + day.getMonthValue() + " *";
  }

  /** True if the schedule is yearly and its next date is not near. */
  static boolean isFar(@Nullable String schedule, Instant now) {
    Instant next = nextAfter(schedule, now);
    return next != null && !next.isBefore(now.plus(NEAR));
  }

  /** True if the schedule has no date between the last sync and now, so that it starts nothing. */
  static boolean isQuiet(@Nullable String schedule, @Nullable Instant lastSync, Instant now) {
    Instant next = lastSync == null ? null : nextAfter(schedule, lastSync);
    return next != null && next.isAfter(now);
  }

  /** When to look again, so that the source is parked anew before its date comes near. */
  static Duration untilNear(@Nullable String schedule, Instant now) {
    Instant next = nextAfter(schedule, now);
    return next == null ? Duration.ZERO : Duration.between(now, next.minus(NEAR));
  }

  private static @Nullable Instant nextAfter(@Nullable String schedule, Instant moment) {
    Matcher matcher = YEARLY.matcher(schedule == null ? "" : schedule);
    if (!matcher.matches()) {
      return null;
    }
    int day = Integer.parseInt(matcher.group(1));
    int month = Integer.parseInt(matcher.group(2));
    if (day > Month.of(month).minLength()) {
      return null;
    }
    MonthDay date = MonthDay.of(month, day);
    Year year = Year.of(LocalDate.ofInstant(moment, ZoneOffset.UTC).getYear());
    Instant thisYear = date.atYear(year.getValue()).atStartOfDay(ZoneOffset.UTC).toInstant();
    return thisYear.isAfter(moment)
        ? thisYear
        : date.atYear(year.getValue() + 1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
