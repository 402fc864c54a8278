// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.Phase;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What cannot be read is unknown, and unknown does not advance (design §7 rule 8). */
class MissingPermissionIT {
  private static final String ATTACHMENTS = "volumeattachments";

  private final Stage stage = Stage.open("permission", Schemas.Group.OURS);
  private final ShippedRbac rbac = RunningController.grant(stage);
  private final Relocation relocation = new Relocation(stage);

  @AfterEach
  void close() {
    stage.close();
    rbac.close();
  }

  @Test
  void stopsWhereAttachmentsMayNotBeReadAndGoesOnWhenTheyMay() {
    rbac.revoke(ATTACHMENTS);
    RunningController controller = RunningController.start(stage);
    try {
      relocation.protect();
      relocation.group().relocate();
      relocation.stopApplication();
      stage.awaitState(state -> state.all(Kinds.ATTACHMENTS).isEmpty());

      relocation.group().awaitBlocked("USAGE_UNKNOWN");

      assertThat(relocation.group().blockedBy("USAGE_UNKNOWN")).contains(ATTACHMENTS);
      relocation.members().forEach(this::assertUntouched);

      rbac.restore();

      relocation.awaitPhase(Phase.RELINQUISHED);
      relocation.group().awaitCondition(Conditions.RELINQUISHED);
    } finally {
      controller.close();
    }
  }

  private void assertUntouched(PlayedMember member) {
    SourceView source = Objects.requireNonNull(member.source(stage.cluster().state()));
    assertThat(source.journal().isAbsent()).isTrue();
    assertThat(stage.volume(member).getSpec().getClaimRef().getName())
        .isEqualTo(member.key().name());
  }
}
