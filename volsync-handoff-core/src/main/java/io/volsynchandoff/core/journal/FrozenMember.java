// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.journal;

import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.snapshot.ClaimKey;
import org.jspecify.annotations.Nullable;

/**
 * One member as the freeze names it. {@code sourceUid} is null only for a group that gives up by
 * failover. {@code nodes} are those of every pod seen to name the claim (design §5.2).
 */
public record FrozenMember(
    ClaimKey claim,
    String claimUid,
    String volume,
    @Nullable String sourceUid,
    ImmutableSortedSet<String> nodes) {}
