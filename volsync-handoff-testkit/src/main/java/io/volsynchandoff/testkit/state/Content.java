// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

/**
 * What a volume, a copy of it or a replica holds: the history that began on the storage {@code
 * origin}, up to its write number {@code lastWrite} (0: none yet). Writes are numbered from 1, so
 * that equal contents are the same data.
 */
public record Content(String origin, long lastWrite) {
  /** A fresh, empty storage. */
  public static Content empty(String handle) {
    return new Content(handle, 0);
  }

  public Content written() {
    return new Content(origin, lastWrite + 1);
  }

  @Override
  public String toString() {
    return origin + "@" + lastWrite;
  }
}
