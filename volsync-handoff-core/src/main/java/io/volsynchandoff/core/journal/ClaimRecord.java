// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.journal;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.ClaimKey;

/**
 * The claim that a volume belongs to, with what is needed to make it again (design §2, journal).
 */
public record ClaimRecord(
    ClaimKey key,
    String uid,
    OpaqueSpec spec,
    ImmutableMap<String, String> labels,
    ImmutableMap<String, String> annotations) {}
