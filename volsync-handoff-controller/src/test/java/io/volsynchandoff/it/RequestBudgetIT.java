// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.played.PlayedMember;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a relocation costs, by the API server's audit log (design §5, §5.3). */
class RequestBudgetIT {
  private static final Duration STEADY = Duration.ofMinutes(1);
  private static final ImmutableMap<String, String> OTHER = ImmutableMap.of("app", "web");

  private final Stage stage = Stage.open("budget", Schemas.Group.OURS);
  private final ShippedRbac rbac = RunningController.grant(stage);
  private final RunningController controller = RunningController.start(stage);
  private final Relocation relocation = new Relocation(stage);

  @AfterEach
  void close() {
    controller.close();
    stage.close();
    rbac.close();
  }

  @Test
  void staysWithinIt() {
    Map<String, PlayedMember> owners = ownersOfNames();
    relocation.protect();
    int before = requests().size();

    relocation.relocate();

    ImmutableList<AuditRecord> sent = requests().subList(before, requests().size());
    assertWrites(sent, owners);
    assertReads(sent, owners);
    assertNothingInAMinute();
  }

  /** By the names of the objects that belong to a member. */
  private Map<String, PlayedMember> ownersOfNames() {
    Map<String, PlayedMember> owners = new HashMap<>();
    for (PlayedMember member : relocation.members()) {
      owners.put(member.key().name(), member);
      owners.put(HandoffNames.temporaryClaim(member.key()).name(), member);
      owners.put(stage.volume(member).getMetadata().getName(), member);
    }
    return owners;
  }

  private static void assertWrites(List<AuditRecord> sent, Map<String, PlayedMember> owners) {
    Predicate<AuditRecord> onStatus = request -> request.subresource().equals("status");
    Predicate<AuditRecord> onGroup =
        request -> request.resource().equals("volumereplicationgroups");
    for (PlayedMember member : owners.values()) {
      assertThat(sent)
          .as("writes for %s", member.key())
          .filteredOn(request -> request.write() && !onGroup.test(request))
          .filteredOn(request -> member.equals(owners.get(request.name())))
          .hasSizeLessThanOrEqualTo(8);
      assertThat(sent)
          .as("dry runs for %s", member.key())
          .filteredOn(AuditRecord::dryRun)
          .filteredOn(request -> member.equals(owners.get(request.name())))
          .hasSizeLessThanOrEqualTo(2);
    }
    assertThat(sent)
        .as("writes for the group")
        .filteredOn(request -> request.write() && onGroup.test(request))
        .filteredOn(onStatus.negate())
        .hasSizeLessThanOrEqualTo(4);
    assertThat(sent)
        .as("writes to anything else")
        .filteredOn(request -> request.write() && !onGroup.test(request))
        .allMatch(request -> owners.containsKey(request.name()));
    assertThat(sent).as("writes that change nothing").noneMatch(AuditRecord::changedNothing);
    assertThat(sent)
        .as("writes that were refused")
        .filteredOn(AuditRecord::write)
        .allMatch(AuditRecord::succeeded);
  }

  /** A live read of the group or of a temporary claim's name leads to a write. */
  private void assertReads(List<AuditRecord> sent, Map<String, PlayedMember> owners) {
    assertThat(sent)
        .as("lists of the namespace")
        .filteredOn(request -> request.verb().equals("list"))
        .filteredOn(request -> request.namespace().equals(stage.namespace()))
        .hasSizeLessThanOrEqualTo(8);
    long passes =
        sent.stream()
            .filter(request -> request.verb().equals("get"))
            .filter(request -> request.resource().equals("volumereplicationgroups"))
            .count();
    long writes = sent.stream().filter(AuditRecord::write).count();
    assertThat(passes).as("passes that read live").isLessThanOrEqualTo(writes);
    assertThat(sent)
        .as("live reads")
        .filteredOn(request -> request.verb().equals("get"))
        .hasSizeLessThanOrEqualTo((int) (4 * passes + relocation.members().size()));
    assertThat(sent)
        .as("live reads of a member")
        .filteredOn(request -> request.verb().equals("get"))
        .filteredOn(request -> owners.containsKey(request.name()))
        .hasSizeLessThanOrEqualTo(relocation.members().size());
  }

  /** One group rests relinquished, another one protected. */
  private void assertNothingInAMinute() {
    PlayedMember member = stage.member("other", ReclaimPolicy.DELETE, OTHER);
    stage.createSource(member, "0 0 1 1 *");
    Group.create(stage, "other", OTHER).awaitCondition(Conditions.PROTECTED);
    stage.awaitState(state -> member.carried(state) > 0);
    ImmutableList<AuditRecord> before = requests();
    Awaitility.await()
        .atMost(STEADY.plusSeconds(30))
        .during(STEADY)
        .pollInterval(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(requests()).isEqualTo(before));
  }

  /** All but watches and leases, which a controller at rest has too. */
  private ImmutableList<AuditRecord> requests() {
    return stage.plane().auditLog(controller.user()).stream()
        .filter(request -> !request.watch() && !request.resource().equals("leases"))
        .collect(ImmutableList.toImmutableList());
  }

  @Test
  void writesTheStatusAtMostOnceForEachChangeOfPhase() {
    relocation.protect();
    try (Timeline timeline = Timeline.start(stage.admin(), stage.namespace())) {
      int before = requests().size();
      relocation.relocate();
      Stage.await(
          () ->
              timeline.latestVersionOf("group")
                  == Long.parseLong(
                      relocation.group().require().getMetadata().getResourceVersion()));
      long written =
          requests().subList(before, requests().size()).stream()
              .filter(request -> request.write() && request.subresource().equals("status"))
              .count();
      assertThat(written).isLessThanOrEqualTo(timeline.changesOf("group", Group::phases));
    }
  }
}
