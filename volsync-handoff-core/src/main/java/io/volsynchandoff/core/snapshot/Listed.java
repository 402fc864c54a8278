// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import com.google.common.collect.ImmutableList;
import java.util.function.Predicate;

/**
 * A list of objects as it was read: complete, or unknown because the list failed (design §7 rule
 * 8).
 */
public sealed interface Listed<T> {

  /** Every object of the kind that is there; empty means that there is none. */
  record Complete<T>(ImmutableList<T> items) implements Listed<T> {}

  /**
   * The list failed, a permission is missing or a CRD is absent; {@code why} is for the operator.
   */
  record Unknown<T>(String why) implements Listed<T> {}

  static <T> Listed<T> of(Iterable<? extends T> items) {
    return new Complete<>(ImmutableList.copyOf(items));
  }

  /** A complete list without items. */
  static <T> Listed<T> none() {
    return new Complete<>(ImmutableList.of());
  }

  static <T> Listed<T> unknown(String why) {
    return new Unknown<>(why);
  }

  default boolean isUnknown() {
    return this instanceof Unknown<T>;
  }

  /**
   * The items that are known to exist; empty when unknown: ask {@link #isUnknown} before reading
   * absence into it.
   */
  default ImmutableList<T> known() {
    return this instanceof Complete<T> complete ? complete.items() : ImmutableList.of();
  }

  /** The same list reduced to the items that match; unknown stays unknown. */
  default Listed<T> where(Predicate<? super T> test) {
    return this instanceof Complete<T> complete
        ? new Complete<>(
            complete.items().stream().filter(test).collect(ImmutableList.toImmutableList()))
        : this;
  }

  /** Why it is unknown; empty when it is not. */
  default String why() {
    return this instanceof Unknown<T> unknown ? unknown.why() : "";
  }
}
