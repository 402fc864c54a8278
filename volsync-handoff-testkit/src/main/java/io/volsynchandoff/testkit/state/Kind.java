// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import io.volsynchandoff.core.snapshot.ClaimKey;
import java.util.function.Function;

/**
 * A kind of objects that a {@link ClusterState} holds, each under its namespace (empty where it has
 * none) and name.
 */
public class Kind<V> {
  private final String name;
  private final int index;
  private final Function<V, ClaimKey> key;

  Kind(String name, int index, Function<V, ClaimKey> key) {
    this.name = name;
    this.index = index;
    this.key = key;
  }

  /** The API's word for it. */
  public String name() {
    return name;
  }

  int index() {
    return index;
  }

  public ClaimKey key(V object) {
    return key.apply(object);
  }

  @Override
  public String toString() {
    return name;
  }
}
