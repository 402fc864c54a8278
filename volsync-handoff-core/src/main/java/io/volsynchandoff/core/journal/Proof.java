// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.journal;

import com.google.common.collect.ImmutableMap;
import java.time.Instant;

/**
 * That the final sync carried every write (design §5.5), with what is needed to make the source
 * again. {@code lastSyncTime} is VolSync's clock; {@code generation} the source's at the proof.
 */
public record Proof(
    String tag,
    String temporaryClaimUid,
    String sourceName,
    String sourceUid,
    ImmutableMap<String, String> sourceLabels,
    OpaqueSpec sourceSpec,
    long generation,
    Instant lastSyncTime) {}
