// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandoffCommandTest {
  @TempDir Path directory;

  @Test
  void crdsPrintsWhatKubectlTakes() {
    CommandRun run = CommandRun.of("crds");

    assertThat(run.exitCode()).isZero();
    CustomResourceDefinition crd =
        Serialization.unmarshal(run.out(), CustomResourceDefinition.class);
    assertThat(crd.getMetadata().getName())
        .isEqualTo("volumereplicationgroups.ramendr.openshift.io");
    assertThat(crd.getSpec().getNames().getShortNames()).containsExactly("vrg");
    assertThat(crd.getSpec().getVersions().get(0).getSubresources().getStatus()).isNotNull();
  }

  @Test
  void helpNamesCommandsAndExitCodes() {
    CommandRun run = CommandRun.of("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("run", "plan", "crds", "Exit codes:", "3   blocked");
    assertThat(CommandRun.of("help", "plan").out()).contains("--partial");
    assertThat(CommandRun.of("--version").out()).startsWith("volsync-handoff ");
  }

  @Test
  void anUnknownCommandIsUsage() {
    assertThat(CommandRun.of("relocat").exitCode()).isEqualTo(2);
    assertThat(CommandRun.of().exitCode()).isEqualTo(2);
  }

  @Test
  void runNamesTheCommandWhereTheCrdIsMissing() throws IOException {
    try (PreciseMockServer server = PreciseMockServer.start()) {
      server.fail(404, "NotFound", "404 page not found", 1000, request -> true);

      CommandRun run = CommandRun.of("run", "--kubeconfig", kubeconfig(server));

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).hasLineCount(1).contains("volsync-handoff crds | kubectl apply -f -");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void aClusterThatRefusesIsOneLine() throws IOException {
    try (PreciseMockServer server = PreciseMockServer.start()) {
      server.forbid(request -> true);

      CommandRun run = CommandRun.of("plan", "--kubeconfig", kubeconfig(server));

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).hasLineCount(1).contains("forbidden: User \"tester\"");
    }
  }

  @Test
  void aMissingKubeconfigIsOneLine() {
    CommandRun run = CommandRun.of("plan", "--kubeconfig", "nowhere");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1).contains("nowhere: there is no such file");
  }

  private String kubeconfig(PreciseMockServer server) throws IOException {
    String config =
        """
        apiVersion: v1
        kind: Config
        current-context: test
        contexts: [{name: test, context: {cluster: test, user: test}}]
        clusters: [{name: test, cluster: {server: "%s"}}]
        users: [{name: test, user: {}}]
        """;
    try (var client = server.client("test")) {
      return Files.writeString(
              directory.resolve("config"), config.formatted(client.getMasterUrl()), UTF_8)
          .toString();
    }
  }
}
