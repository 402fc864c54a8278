// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronScheduleTest {
  @ParameterizedTest
  @CsvSource({
    "*/5 * * * *, 2026-03-02T10:04:00Z, 2026-03-02T10:05:00Z",
    "*/5 * * * *, 2026-03-02T10:05:00Z, 2026-03-02T10:10:00Z",
    "*/5 * * * *, 2026-03-02T10:04:59Z, 2026-03-02T10:05:00Z",
    "*/5 * * * *, 2026-12-31T23:58:00Z, 2027-01-01T00:00:00Z",
    "0 0 1 6 *, 2026-03-02T10:04:00Z, 2026-06-01T00:00:00Z",
    "0 0 1 6 *, 2026-06-01T00:00:00Z, 2027-06-01T00:00:00Z",
    "0 0 29 2 *, 2026-03-02T10:04:00Z, 2028-02-29T00:00:00Z",
    "30 6 * * 1-5, 2026-03-06T07:00:00Z, 2026-03-09T06:30:00Z",
    "0 12 1 * 0, 2026-03-02T00:00:00Z, 2026-03-08T12:00:00Z",
    "'15,45 8-10/2 * * *', 2026-03-02T08:20:00Z, 2026-03-02T08:45:00Z",
    "'15,45 8-10/2 * * *', 2026-03-02T08:50:00Z, 2026-03-02T10:15:00Z",
    "@hourly, 2026-03-02T10:04:00Z, 2026-03-02T11:00:00Z",
    "@yearly, 2026-03-02T10:04:00Z, 2027-01-01T00:00:00Z",
  })
  void givesTheFirstTimeAfter(String schedule, Instant after, Instant next) {
    assertThat(CronSchedule.parse(schedule).next(after)).isEqualTo(next);
  }

  @Test
  void aDateThatNeverComesHasNoNextTime() {
    Instant after = Instant.parse("2026-03-02T10:04:00Z");
    assertThat(CronSchedule.parse("0 0 31 2 *").next(after)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "* * * *", "60 * * * *", "*/0 * * * *", "0 0 0 1 *", "@often"})
  void whatIsNoScheduleIsRefused(String text) {
    assertThatThrownBy(() -> CronSchedule.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
