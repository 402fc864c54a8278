// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.SourceView;

/**
 * Where the final sync would change the owner of files: until then the mover works on a copy, but
 * the final sync mounts the application's own volume, and Kubernetes then gives its files to the
 * mover's {@code fsGroup} (design §5.4).
 */
final class OwnerWarnings {
  private static final ImmutableSet<String> WITHOUT_COPY = ImmutableSet.of("Direct", "None");
  private static final String BLOCK = "Block";

  private OwnerWarnings() {}

  static ImmutableList<String> of(MemberSnapshot member, Phase phase) {
    boolean isOver = phase.compareTo(Phase.ARMING) > 0;
    boolean isBlock = member.volume().matches(volume -> volume.volumeMode().equals(BLOCK));
    if (isOver || isBlock) {
      return ImmutableList.of();
    }
    return member.sources().known().stream()
        .filter(source -> source.sourceClaimKey().equals(member.key()))
        .filter(source -> source.moverFsGroup() != null)
        .filter(source -> !WITHOUT_COPY.contains(String.valueOf(source.copyMethod())))
        .map(OwnerWarnings::text)
        .collect(ImmutableList.toImmutableList());
  }

  private static String text(SourceView source) {
    return "ReplicationSource "
        + source.meta().namespace()
        + "/"
        + source.meta().name()
        + " has moverSecurityContext.fsGroup "
        + source.moverFsGroup()
        + ": the final sync mounts the application's volume, and its files may be given to that"
        + " group";
  }
}
