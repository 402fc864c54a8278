// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import io.volsynchandoff.controller.vrg.LabelFilter;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How option values are read. */
final class Converters {
  private Converters() {}

  /** A time as Kubernetes writes it: a whole number of s, m or h. */
  static final class Time implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})([smh])");

    @Override
    public Duration convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException("'" + text + "' is no time such as 90s, 10m or 2h");
      }
      long count = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "s" -> Duration.ofSeconds(count);
        case "m" -> Duration.ofMinutes(count);
        default -> Duration.ofHours(count);
      };
    }
  }

  /** A label selector. */
  static final class Labels implements ITypeConverter<LabelFilter> {
    @Override
    public LabelFilter convert(String text) {
      try {
        return LabelFilter.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
