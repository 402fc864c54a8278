// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import org.jspecify.annotations.Nullable;

/**
 * What the embedding program says of one group; each component is as {@link
 * io.volsynchandoff.core.snapshot.GroupSnapshot} and {@link
 * io.volsynchandoff.core.snapshot.MemberSnapshot} explain it.
 *
 * @param conditions of the group, as last published
 * @param memberConditions of its members, as last published
 */
public record GroupFacts(
    GroupIntent intent,
    Observed<Freeze> freeze,
    OperatorWord operator,
    @Nullable String drivenByOther,
    int otherAnnotationBytes,
    ImmutableList<Condition> conditions,
    ImmutableMap<ClaimKey, ImmutableList<Condition>> memberConditions) {

  /** The same facts with another selection. */
  GroupFacts withSelected(Listed<ClaimKey> selected) {
    return new GroupFacts(
        GroupIntent.builder().from(intent).selected(selected).build(),
        freeze,
        operator,
        drivenByOther,
        otherAnnotationBytes,
        conditions,
        memberConditions);
  }
}
