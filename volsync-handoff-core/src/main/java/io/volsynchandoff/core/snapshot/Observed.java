// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One object as it was looked for: found, seen to be absent, or not known (design §7 rule 8: what
 * was not read is unknown, and unknown never advances).
 */
public sealed interface Observed<T> {

  /** The object was read. */
  record Present<T>(T value) implements Observed<T> {}

  /** The object was looked for and is not there. */
  record Absent<T>() implements Observed<T> {}

  /** The object could not be read; {@code why} is for the operator, in one line. */
  record Unknown<T>(String why) implements Observed<T> {}

  static <T> Observed<T> of(T value) {
    return new Present<>(value);
  }

  static <T> Observed<T> absent() {
    return new Absent<>();
  }

  static <T> Observed<T> unknown(String why) {
    return new Unknown<>(why);
  }

  /**
   * The value, or null when it is absent or unknown: ask {@link #isUnknown} before reading absence
   * into it.
   */
  default @Nullable T orNull() {
    return this instanceof Present<T> present ? present.value() : null;
  }

  default boolean isAbsent() {
    return this instanceof Absent<T>;
  }

  default boolean isUnknown() {
    return this instanceof Unknown<T>;
  }

  default boolean isPresent() {
    return this instanceof Present<T>;
  }

  /** True only if the value is present and matches. */
  default boolean matches(Predicate<? super T> test) {
    return this instanceof Present<T> present && test.test(present.value());
  }

  /** Why it is unknown; empty when it is not. */
  default String why() {
    return this instanceof Unknown<T> unknown ? unknown.why() : "";
  }
}
