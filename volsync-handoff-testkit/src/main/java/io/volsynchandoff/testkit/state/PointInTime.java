// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import org.jspecify.annotations.Nullable;

/**
 * A copy that VolSync cut from a claim, under a claim name that follows from the source's name
 * alone (facts §2.1). The claim and the snapshot of that name are not modelled as objects.
 *
 * @param ownerUid uid of the source that owns it; null for one that was orphaned
 * @param content what the claim's volume held when it was cut
 */
public record PointInTime(@Nullable String ownerUid, Content content) {}
