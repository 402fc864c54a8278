// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import java.math.BigDecimal;

/** A quantity of storage: as it is written in the object, and in bytes for comparison. */
public record StorageSize(String text, BigDecimal bytes) {
  public StorageSize smaller(StorageSize other) {
    return other.bytes.compareTo(bytes) < 0 ? other : this;
  }
}
