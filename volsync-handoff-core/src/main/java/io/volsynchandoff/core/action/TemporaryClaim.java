// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.action;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.StorageSize;
import org.jspecify.annotations.Nullable;

/** T as it is created: nothing but this allow-list (design §7 rule 4). */
public record TemporaryClaim(
    ClaimKey key,
    ImmutableMap<String, String> labels,
    String volumeName,
    @Nullable String storageClass,
    ImmutableSortedSet<String> accessModes,
    String volumeMode,
    @Nullable String attributesClass,
    StorageSize request) {}
