// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/**
 * A Secret that a mover needs, by its presence alone: its content is never read into a snapshot.
 */
public record SecretView(ClaimKey key, String resourceVersion) {}
