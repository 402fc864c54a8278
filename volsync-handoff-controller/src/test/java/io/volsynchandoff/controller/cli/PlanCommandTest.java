// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import static io.volsynchandoff.controller.cli.ClusterYaml.attachment;
import static io.volsynchandoff.controller.cli.ClusterYaml.claim;
import static io.volsynchandoff.controller.cli.ClusterYaml.node;
import static io.volsynchandoff.controller.cli.ClusterYaml.pod;
import static io.volsynchandoff.controller.cli.ClusterYaml.primary;
import static io.volsynchandoff.controller.cli.ClusterYaml.protectedVolume;
import static io.volsynchandoff.controller.cli.ClusterYaml.relocating;
import static io.volsynchandoff.controller.cli.ClusterYaml.secret;
import static io.volsynchandoff.controller.cli.ClusterYaml.source;
import static io.volsynchandoff.controller.cli.ClusterYaml.volume;
import static io.volsynchandoff.controller.cli.ClusterYaml.vrg;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans from files: what is said, and the exit code. */
class PlanCommandTest {
  @TempDir Path directory;

  @Test
  void aProtectedGroupHasNothingToDo() throws IOException {
    CommandRun run = plan(primary(), claim(), protectedVolume(), source(), secret(), pod(), node());

    assertThat(run.exitCode()).isEqualTo(0);
    assertThat(run.out())
        .contains("Group shop/web: primary, phase Protected")
        .contains("Claim shop/data: phase Protected")
        .contains("no steps remain")
        .doesNotContain("waits", "next:");
  }

  @Test
  void theNextWriteIsShownWithItsPatch() throws IOException {
    CommandRun run = plan(primary(), claim(), volume("Delete", ""), source(), secret(), node());

    assertThat(run.exitCode()).isEqualTo(0);
    JsonNode member =
        json(primary(), claim(), volume("Delete", ""), source(), secret(), node()).get(0);
    assertThat(member.path("group").asText()).isEqualTo("shop/web");
    assertThat(member.path("claim").asText()).isEqualTo("shop/data");
    assertThat(member.path("phase").asText()).isEqualTo("Protecting");
    JsonNode action = member.path("action");
    assertThat(action.path("type").asText()).isEqualTo("ProtectVolume");
    assertThat(action.path("verb").asText()).isEqualTo("patch");
    assertThat(action.path("target").path("kind").asText()).isEqualTo("PersistentVolume");
    assertThat(action.path("target").path("name").asText()).isEqualTo("pv-data");
    assertThat(action.path("patch").at("/spec/persistentVolumeReclaimPolicy").asText())
        .isEqualTo("Retain");
    assertThat(action.path("patch").at("/metadata/resourceVersion").asText()).isEqualTo("12");
    assertThat(member.path("steps").findValuesAsText("phase"))
        .containsExactly("Protecting", "Protected");
    assertThat(member.path("conditions").findValuesAsText("type")).contains("Protected", "Blocked");
  }

  @Test
  void whatIsWaitedForIsShownWithItsRemedy() throws IOException {
    ImmutableList<String> objects =
        ImmutableList.of(
            relocating(),
            claim(),
            protectedVolume(),
            source(),
            secret(),
            pod(),
            node(),
            attachment());
    CommandRun run = plan(objects.toArray(String[]::new));

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out())
        .contains("Group shop/web: secondary by Relocate, phase Quiescing")
        .contains("waits: CLAIM_IN_USE: Pod shop/web-0")
        .contains("Stop the workload")
        .contains("1. Quiescing: ", "11. Relinquished: ");
    JsonNode member = json(objects.toArray(String[]::new)).get(0);
    assertThat(member.path("blockers").findValuesAsText("reason"))
        .contains("CLAIM_IN_USE", "VOLUME_ATTACHED");
    assertThat(member.path("blockers").get(0).size()).isEqualTo(4);
  }

  @Test
  void theGroupsOwnWriteComesFirst() throws IOException {
    JsonNode member =
        json(
                vrg("secondary\n  action: Relocate", ""),
                claim(),
                protectedVolume(),
                source(),
                secret(),
                node())
            .get(0);

    assertThat(member.at("/action/type").asText()).isEqualTo("RecordFreeze");
    assertThat(member.at("/action/target/kind").asText()).isEqualTo("VolumeReplicationGroup");
    assertThat(member.at("/action/patch/metadata/resourceVersion").asText()).isEqualTo("10");
    assertThat(member.at("/action/patch/metadata/annotations").toString())
        .contains("volsync-handoff.io/handoff");
  }

  @Test
  void rehearsalsAreNamedAndNotDone() throws IOException {
    String[] objects = {relocating(), claim(), protectedVolume(), source(), secret(), node()};

    CommandRun run = plan(objects);
    JsonNode member = json(objects).get(0);

    assertThat(run.exitCode()).isEqualTo(0);
    assertThat(run.out())
        .contains("would be rehearsed first: CreateTemporaryClaim: create PersistentVolumeClaim")
        .contains("would be rehearsed first: ArmSource: patch ReplicationSource shop/data");
    assertThat(member.path("action").isNull()).isTrue();
    assertThat(member.path("rehearsals").findValuesAsText("type"))
        .containsExactlyInAnyOrder("CreateTemporaryClaim", "ArmSource");
  }

  @Test
  void orderFilesAndListsMakeNoDifference() throws IOException {
    ImmutableList<String> objects =
        ImmutableList.of(
            relocating(), claim(), protectedVolume(), source(), secret(), pod(), node());
    CommandRun documents = plan(objects.toArray(String[]::new));

    Path reversed = directory.resolve("reversed.yaml");
    Files.writeString(reversed, String.join("---\n", Lists.reverse(objects)), UTF_8);
    Path split = Files.createDirectory(directory.resolve("split"));
    for (int i = 0; i < objects.size(); i++) {
      Files.writeString(split.resolve(i + ".yaml"), objects.get(i), UTF_8);
    }
    StringBuilder list = new StringBuilder("apiVersion: v1\nkind: List\nitems:\n");
    objects.forEach(object -> list.append("-\n").append(object.indent(2)));
    Path listed = directory.resolve("list.yaml");
    Files.writeString(listed, list, UTF_8);

    for (Path input : List.of(reversed, split, listed)) {
      CommandRun run = CommandRun.of("plan", "-f", input.toString());
      assertThat(run.out()).isEqualTo(documents.out());
      assertThat(run.exitCode()).isEqualTo(3);
    }
  }

  @Test
  void withPartialAKindThatNoFileHoldsIsUnknown() throws IOException {
    String[] objects = {relocating(), claim(), protectedVolume(), source(), secret(), node()};
    Path file = write(objects);

    CommandRun whole = CommandRun.of("plan", "-f", file.toString());
    CommandRun partial = CommandRun.of("plan", "--partial", "-f", file.toString());

    assertThat(whole.out()).doesNotContain("USAGE_UNKNOWN");
    assertThat(partial.exitCode()).isEqualTo(3);
    assertThat(partial.out())
        .contains("USAGE_UNKNOWN")
        .contains("no file holds a Pod")
        .contains("no file holds a VolumeAttachment");
  }

  @Test
  void aClaimWithoutItsVolumeIsAStateAndNoError() throws IOException {
    CommandRun run = plan(primary(), claim(), source(), secret(), node());

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).contains("waits: CLAIM_NOT_BOUND: PersistentVolumeClaim shop/data");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aGroupWithoutMembersIsOneObject() throws IOException {
    JsonNode plan = json(vrg("secondary\n  action: Relocate", ""));

    assertThat(plan).hasSize(1);
    assertThat(plan.get(0).path("claim").isNull()).isTrue();
    assertThat(plan.get(0).path("blockers").findValuesAsText("reason")).contains("GROUP_EMPTY");
  }

  @Test
  void theMoversGroupIsWarnedOf() throws IOException {
    String section = ", moverSecurityContext: {fsGroup: 2000}";

    CommandRun run = plan(primary(), claim(), protectedVolume(), source(section), secret(), node());
    CommandRun direct =
        plan(
            primary(),
            claim(),
            protectedVolume(),
            source(section).replace("Snapshot", "Direct"),
            secret(),
            node());

    assertThat(run.out())
        .contains("warning: ReplicationSource shop/data has moverSecurityContext.fsGroup 2000");
    assertThat(direct.out()).doesNotContain("fsGroup");
  }

  @Test
  void anAnnotationThatIsNotUnderstoodIsWarnedOf() throws IOException {
    CommandRun run =
        plan(
            vrg("primary", "volsync-handoff.io/volumes-not-reapplied: 'yes'"),
            claim(),
            protectedVolume(),
            source(),
            secret(),
            node());

    assertThat(run.out())
        .contains("warning: annotation volsync-handoff.io/volumes-not-reapplied: 'yes' is neither");
  }

  @Test
  void malformedYamlIsOneLineWithFileAndLine() throws IOException {
    assertError("plan.yaml:3: malformed YAML: ", write("kind: [1,\n  a: {\n"));
  }

  @Test
  void anUnknownKindIsOneLineWithFileAndLine() throws IOException {
    assertError(
        "plan.yaml:1: unknown kind Deployment (apps/v1)",
        write("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n"));
  }

  @Test
  void aMissingGroupIsNamed() throws IOException {
    assertError("there is no VolumeReplicationGroup to plan for in the files", write(claim()));
    Path file = write(primary());
    CommandRun run = CommandRun.of("plan", "-f", file.toString(), "shop/other");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().strip())
        .isEqualTo("volsync-handoff: there is no VolumeReplicationGroup shop/other in the files");
  }

  @Test
  void aGroupThatDoesNotSayItsRoleIsNamed() throws IOException {
    assertError(
        "plan.yaml:1: VolumeReplicationGroup shop/web: spec.replicationState is 'Primary'",
        write(vrg("Primary", "")));
  }

  @Test
  void aTimeThatIsNoneIsNamed() throws IOException {
    String source = source().replace("2026-03-01T10:00:00Z", "yesterday");

    assertError("ReplicationSource shop/data: ", write(primary(), source));
  }

  @Test
  void theCommandLineIsChecked() {
    assertThat(CommandRun.of("plan", "-o", "xml", "-f", "x").exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("plan", "--partial").exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("plan", "--wait-deadline", "5", "-f", "x").exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("plan", "-l", "a in (b)", "-f", "x").exitCode()).isEqualTo(2);
  }

  private static void assertError(String message, Path file) {
    CommandRun run = CommandRun.of("plan", "-f", file.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("volsync-handoff: ").contains(message).hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  private CommandRun plan(String... objects) throws IOException {
    return CommandRun.of("plan", "-f", write(objects).toString());
  }

  private JsonNode json(String... objects) throws IOException {
    CommandRun run = CommandRun.of("plan", "-o", "json", "-f", write(objects).toString());
    return new ObjectMapper().readTree(run.out());
  }

  private Path write(String... objects) throws IOException {
    return Files.writeString(directory.resolve("plan.yaml"), String.join("---\n", objects), UTF_8);
  }
}
