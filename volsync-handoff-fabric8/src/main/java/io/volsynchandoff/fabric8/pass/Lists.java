// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.Listed;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Lists made of lists. */
final class Lists {
  private Lists() {}

  /** Everything that is in any of them, once; unknown where one of them is. */
  static <T> Listed<T> union(ImmutableList<Listed<T>> parts, Function<T, String> identity) {
    Map<String, T> byIdentity = new LinkedHashMap<>();
    for (Listed<T> part : parts) {
      if (part.isUnknown()) {
        return Listed.unknown(part.why());
      }
      part.known().forEach(item -> byIdentity.putIfAbsent(identity.apply(item), item));
    }
    return Listed.of(byIdentity.values());
  }
}
