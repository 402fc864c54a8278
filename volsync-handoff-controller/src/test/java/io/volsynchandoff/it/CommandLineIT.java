// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesListBuilder;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.volsynchandoff.controller.cli.HandoffCommand;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.controller.vrg.VrgCrd;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.played.PlayedMember;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * What the project prints and ships, before a real API server; and plan, from it and of its dump.
 */
class CommandLineIT {
  private static final Path MANIFESTS = Path.of("../examples/manifests");

  private final Stage stage = Stage.open("cli", Schemas.Group.OURS);

  @TempDir Path directory;

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void theServerTakesTheCrd() {
    GenericKubernetesResource crd =
        stage
            .admin()
            .getKubernetesSerialization()
            .unmarshal(VrgCrd.yaml(), GenericKubernetesResource.class);

    assertThat(stage.admin().resource(crd).dryRun().fieldValidation(Validation.STRICT).update())
        .isNotNull();
  }

  @Test
  void theServerTakesEveryManifest() throws IOException {
    List<HasMetadata> objects = manifests();

    assertThat(objects).hasSizeGreaterThan(8);
    for (HasMetadata object : objects) {
      if (object.getMetadata().getNamespace() != null) {
        object.getMetadata().setNamespace(stage.namespace());
      }
      assertThat(
              stage.admin().resource(object).dryRun().fieldValidation(Validation.STRICT).create())
          .as("%s %s", object.getKind(), object.getMetadata().getName())
          .isNotNull();
    }
  }

  @Test
  void aPlanFromTheClusterIsThePlanOfItsDump() throws IOException {
    PlayedMember member = stage.member("data", ReclaimPolicy.DELETE);
    stage.createSource(member, "0 0 1 1 *");
    String vrg =
        """
        apiVersion: ramendr.openshift.io/v1alpha1
        kind: VolumeReplicationGroup
        metadata: {name: web, namespace: %s, finalizers: [volsync-handoff.io/group-protection]}
        spec: {replicationState: primary, pvcSelector: {}}
        """
            .formatted(stage.namespace());
    stage
        .admin()
        .resource(
            stage
                .admin()
                .getKubernetesSerialization()
                .unmarshal(vrg, GenericKubernetesResource.class))
        .create();
    Path kubeconfig =
        Files.writeString(directory.resolve("kubeconfig"), stage.plane().kubeconfig(), UTF_8);
    Path dump = directory.resolve("dump.yaml");
    Files.writeString(
        dump,
        stage
            .admin()
            .getKubernetesSerialization()
            .asYaml(new KubernetesListBuilder().withItems(dump()).build()),
        UTF_8);

    String cluster = plan("--kubeconfig", kubeconfig.toString(), stage.namespace() + "/web");
    String files = plan("-f", dump.toString(), stage.namespace() + "/web");

    assertThat(cluster)
        .contains("Group " + stage.namespace() + "/web: primary, phase Protecting")
        .contains("next: ProtectVolume: patch PersistentVolume")
        .isEqualTo(files);
  }

  private String plan(String... arguments) {
    StringWriter out = new StringWriter();
    CommandLine command = HandoffCommand.commandLine().setOut(new PrintWriter(out, true));
    int exitCode =
        command.execute(
            Stream.concat(Stream.of("plan"), Stream.of(arguments)).toArray(String[]::new));
    assertThat(exitCode).isZero();
    return out.toString();
  }

  private ImmutableList<HasMetadata> dump() {
    ImmutableList.Builder<HasMetadata> dump = ImmutableList.builder();
    dump.addAll(stage.admin().persistentVolumes().list().getItems());
    dump.addAll(
        stage.admin().persistentVolumeClaims().inNamespace(stage.namespace()).list().getItems());
    dump.addAll(
        stage
            .admin()
            .genericKubernetesResources(Vrg.RESOURCE)
            .inNamespace(stage.namespace())
            .list()
            .getItems());
    dump.addAll(
        stage
            .admin()
            .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
            .inNamespace(stage.namespace())
            .list()
            .getItems());
    dump.addAll(stage.admin().nodes().list().getItems());
    return dump.build();
  }

  private List<HasMetadata> manifests() throws IOException {
    ImmutableList.Builder<HasMetadata> objects = ImmutableList.builder();
    try (Stream<Path> files = Files.walk(MANIFESTS)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".yaml") && !name.equals("kustomization.yaml")) {
          try (InputStream in = Files.newInputStream(file)) {
            objects.addAll(stage.admin().load(in).items());
          }
        }
      }
    }
    return objects.build();
  }
}
