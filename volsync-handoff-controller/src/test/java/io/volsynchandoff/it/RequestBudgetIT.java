// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.Conditions;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.played.PlayedMember;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a relocation costs, by the API server's audit log (design §5, §5.3). */
class RequestBudgetIT {
  private static final Duration STEADY = Duration.ofMinutes(1);
  private static final String GROUP = "the group";
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
    Predicate<AuditRecord> onGroup =
        request -> request.resource().equals("volumereplicationgroups");
    for (PlayedMember member : ImmutableSet.copyOf(owners.values())) {
      Predicate<AuditRecord> ofMember = request -> member.equals(owners.get(request.name()));
      assertThat(sent)
          .as("writes for %s", member.key())
          .filteredOn(request -> request.write() && !onGroup.test(request))
          .filteredOn(ofMember.and(AuditRecord::succeeded))
          .hasSizeLessThanOrEqualTo(8);
      assertThat(sent)
          .as("dry runs for %s", member.key())
          .filteredOn(ofMember.and(AuditRecord::dryRun))
          .hasSize(2);
      assertThat(sent)
          .as("writes for %s that were refused", member.key())
          .filteredOn(AuditRecord::write)
          .filteredOn(ofMember.and(request -> !request.succeeded()))
          .hasSizeLessThanOrEqualTo(1)
          .allMatch(request -> meetsThePvController(request, member));
    }
    assertThat(sent)
        .as("writes for the group")
        .filteredOn(request -> request.write() && onGroup.test(request))
        .allMatch(AuditRecord::succeeded)
        .filteredOn(request -> !request.subresource().equals("status"))
        .hasSizeLessThanOrEqualTo(4);
    assertThat(sent)
        .as("writes to anything else")
        .filteredOn(request -> request.write() && !onGroup.test(request))
        .allMatch(request -> owners.containsKey(request.name()));
    assertThat(sent).as("writes that change nothing").noneMatch(AuditRecord::changedNothing);
    assertThat(sent)
        .as("patches without a version, of which it is not known whether they change anything")
        .filteredOn(request -> request.write() && request.verb().equals("patch"))
        .noneMatch(request -> request.askedVersion().isEmpty());
  }

  /** It marks the claim Lost at any moment after the redirect; a conflict with it is no write. */
  private static boolean meetsThePvController(AuditRecord request, PlayedMember member) {
    return request.code() == HttpURLConnection.HTTP_CONFLICT
        && request.resource().equals("persistentvolumeclaims")
        && request.name().equals(member.key().name());
  }

  private static void assertReads(List<AuditRecord> sent, Map<String, PlayedMember> owners) {
    assertThat(countsBy(sent, "list", AuditRecord::namespace))
        .as("lists by namespace, that of cluster-wide kinds being empty")
        .isNotEmpty()
        .allSatisfy((namespace, count) -> assertThat(count).isLessThanOrEqualTo(8));
    Function<AuditRecord, String> owner =
        request -> {
          PlayedMember member = owners.get(request.name());
          return member == null ? GROUP : member.key().name();
        };
    for (List<AuditRecord> pass : passes(sent)) {
      assertThat(countsBy(pass, "get", owner))
          .as("live reads in one pass: %s", pass)
          .allSatisfy(
              (of, count) -> assertThat(count).isLessThanOrEqualTo(of.equals(GROUP) ? 4 : 1));
    }
    assertThat(countsBy(sent, "get", owner))
        .as("live reads by member")
        .allSatisfy((of, count) -> assertThat(of.equals(GROUP) ? 0 : count).isLessThanOrEqualTo(3));
  }

  private static Map<String, Integer> countsBy(
      List<AuditRecord> sent, String verb, Function<AuditRecord, String> key) {
    return sent.stream()
        .filter(request -> request.verb().equals(verb))
        .collect(Collectors.toMap(key, request -> 1, Integer::sum));
  }

  /** What was read up to a write. That may be more than one pass read, and is never less. */
  private static List<List<AuditRecord>> passes(List<AuditRecord> sent) {
    List<List<AuditRecord>> passes = new ArrayList<>();
    List<AuditRecord> pass = new ArrayList<>();
    for (AuditRecord request : sent) {
      if (request.write()) {
        passes.add(pass);
        pass = new ArrayList<>();
      } else {
        pass.add(request);
      }
    }
    passes.add(pass);
    return passes;
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
