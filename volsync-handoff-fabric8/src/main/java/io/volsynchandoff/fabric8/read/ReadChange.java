// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.snapshot.ClaimKey;
import org.jspecify.annotations.Nullable;

/**
 * Something that was read has changed, and whom it concerns, by its old state and its new.
 *
 * @param namespace the one that it happened in; null where it happened to an object without one
 * @param claims the claims that it names, temporary ones included
 * @param volumes the volumes that it names
 * @param everyone true where it may concern every group: a node, a driver, or whether a kind can be
 *     read at all
 */
public record ReadChange(
    @Nullable String namespace,
    ImmutableSet<ClaimKey> claims,
    ImmutableSet<String> volumes,
    boolean everyone) {

  static ReadChange ofEveryone() {
    return new ReadChange(null, ImmutableSet.of(), ImmutableSet.of(), true);
  }

  static ReadChange inNamespace(String namespace, ImmutableSet<ClaimKey> claims) {
    return new ReadChange(namespace, claims, ImmutableSet.of(), false);
  }

  static ReadChange ofVolumes(ImmutableSet<String> volumes, ImmutableSet<ClaimKey> claims) {
    return new ReadChange(null, claims, volumes, false);
  }
}
