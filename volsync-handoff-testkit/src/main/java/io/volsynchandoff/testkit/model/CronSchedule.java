// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.base.Splitter;
import com.google.common.collect.ContiguousSet;
import com.google.common.collect.DiscreteDomain;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Range;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cron schedule as VolSync reads it: five fields of numbers, ranges, lists and steps, or one of
 * the descriptors, in UTC (facts §1.1).
 */
public final class CronSchedule {
  /** A date that does not come within this time never comes (29 February comes within 8 years). */
  private static final int YEARS_SEARCHED = 8;

  private static final ImmutableMap<String, String> DESCRIPTORS =
      ImmutableMap.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  private final ImmutableSortedSet<Integer> minutes;
  private final ImmutableSortedSet<Integer> hours;
  private final ImmutableSortedSet<Integer> days;
  private final ImmutableSortedSet<Integer> months;
  private final ImmutableSortedSet<Integer> weekdays;
  private final boolean eitherDay;

  private CronSchedule(List<String> fields) {
    minutes = field(fields.get(0), Range.closed(0, 59));
    hours = field(fields.get(1), Range.closed(0, 23));
    days = field(fields.get(2), Range.closed(1, 31));
    months = field(fields.get(3), Range.closed(1, 12));
    weekdays = field(fields.get(4), Range.closed(0, 6));
    eitherDay = !fields.get(2).startsWith("*") && !fields.get(4).startsWith("*");
  }

  /**
   * Reads a schedule.
   *
   * @throws IllegalArgumentException if the text is no schedule
   */
  public static CronSchedule parse(String text) {
    String expanded = DESCRIPTORS.getOrDefault(text, text);
    List<String> fields = Splitter.on(' ').omitEmptyStrings().trimResults().splitToList(expanded);
    if (fields.size() != 5) {
      throw new IllegalArgumentException("not a schedule: " + text);
    }
    return new CronSchedule(fields);
  }

  private static ImmutableSortedSet<Integer> field(String text, Range<Integer> all) {
    ImmutableSortedSet.Builder<Integer> values = ImmutableSortedSet.naturalOrder();
    for (String part : Splitter.on(',').split(text)) {
      List<String> rangeAndStep = Splitter.on('/').limit(2).splitToList(part);
      Range<Integer> range = range(rangeAndStep.get(0), all, rangeAndStep.size() == 2);
      int step = rangeAndStep.size() == 2 ? Integer.parseInt(rangeAndStep.get(1)) : 1;
      if (!all.encloses(range) || step < 1) {
        throw new IllegalArgumentException("out of range: " + text);
      }
      ContiguousSet.create(range, DiscreteDomain.integers()).stream()
          .filter(value -> (value - range.lowerEndpoint()) % step == 0)
          .forEach(values::add);
    }
    return values.build();
  }

  private static Range<Integer> range(String text, Range<Integer> all, boolean stepped) {
    if (text.equals("*")) {
      return all;
    }
    List<String> ends = Splitter.on('-').limit(2).splitToList(text);
    int first = Integer.parseInt(ends.get(0));
    if (ends.size() == 2) {
      return Range.closed(first, Integer.parseInt(ends.get(1)));
    }
    return Range.closed(first, stepped ? all.upperEndpoint() : first);
  }

  /** The first occurrence after the time, or null for a date that never comes. */
  public @Nullable Instant next(Instant after) {
    ZonedDateTime start =
        after.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
    LocalDate end = start.toLocalDate().plusYears(YEARS_SEARCHED);
    LocalTime from = start.toLocalTime();
    for (LocalDate day = start.toLocalDate(); day.isBefore(end); day = day.plusDays(1)) {
      LocalTime time = includes(day) ? firstFrom(from) : null;
      if (time != null) {
        return day.atTime(time).toInstant(ZoneOffset.UTC);
      }
      from = LocalTime.MIN;
    }
    return null;
  }

  private @Nullable LocalTime firstFrom(LocalTime from) {
    for (int hour : hours.tailSet(from.getHour())) {
      int least = hour == from.getHour() ? from.getMinute() : 0;
      Integer minute = minutes.ceiling(least);
      if (minute != null) {
        return LocalTime.of(hour, minute);
      }
    }
    return null;
  }

  /** Where both day fields are given, either will do. */
  private boolean includes(LocalDate day) {
    boolean ofMonth = days.contains(day.getDayOfMonth());
    boolean ofWeek = weekdays.contains(day.getDayOfWeek().getValue() % 7);
    return months.contains(day.getMonthValue())
        && (eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek);
  }
}
