// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.GroupDecision;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a pass came to.
 *
 * @param decision the last decision; null where none was made, {@code held} saying why
 * @param applied every write with its answer, the failed ones too
 * @param held why the pass decided or wrote nothing: the cache is older than our own last write, or
 *     the group could not be read live; null in the usual case. Not an error: run again when
 *     something changes or {@code wakeAfter} is over
 * @param wakeAfter when to run again though nothing changed; null means that a watch will wake us
 */
public record PassResult(
    @Nullable GroupDecision decision,
    ImmutableList<Applied> applied,
    @Nullable String held,
    @Nullable Duration wakeAfter) {}
