// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Good and bad input, with the file and line that each message names. */
class ObjectFilesTest {
  private static final String CLAIM =
      """
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: data, namespace: shop, uid: c1}
      spec:
        volumeName: pv1
        resources: {requests: {storage: 10Gi}}
      """;
  private static final String VOLUME =
      """
      apiVersion: v1
      kind: PersistentVolume
      metadata: {name: pv1, uid: v1}
      """;

  @TempDir Path directory;

  @Test
  void documentsListsAndJsonAreRead() throws IOException {
    Path documents = file("a.yaml", CLAIM + "---\n# nothing\n---\n" + VOLUME);
    Path list =
        file(
            "b.yaml",
            """
            apiVersion: v1
            kind: List
            metadata: {resourceVersion: ""}
            items:
            - apiVersion: v1
              kind: Pod
              metadata: {name: web, namespace: shop, uid: p1}
            """);
    Path typedList =
        file(
            "c.json",
            """
            {"apiVersion": "storage.k8s.io/v1", "kind": "VolumeAttachmentList",
             "items": [{"metadata": {"name": "va", "uid": "a1"}}]}
            """);

    assertThat(read(documents, list, typedList))
        .extracting(FileObject::identity)
        .containsExactly(
            "PersistentVolumeClaim shop/data",
            "PersistentVolume pv1",
            "Pod shop/web",
            "VolumeAttachment va");
  }

  @Test
  void fieldsComeThroughAsTheyAreWritten() throws IOException {
    PersistentVolumeClaim claim =
        (PersistentVolumeClaim) read(file("a.yaml", CLAIM)).get(0).object();

    assertThat(claim.getSpec().getVolumeName()).isEqualTo("pv1");
    assertThat(claim.getSpec().getResources().getRequests().get("storage")).hasToString("10Gi");
  }

  @Test
  void aDirectoryGivesItsYamlFilesInOrder() throws IOException {
    file("2.yml", CLAIM);
    file("1.yaml", VOLUME);
    file("notes.txt", "not: [read");

    assertThat(read(directory))
        .extracting(object -> object.origin().file())
        .containsExactly(
            directory.resolve("1.yaml").toString(), directory.resolve("2.yml").toString());
  }

  @Test
  void standardInputIsReadUnderTheDash() {
    InputStream in = new ByteArrayInputStream(CLAIM.getBytes(UTF_8));

    assertThat(ObjectFiles.read(ImmutableList.of("-"), in)).hasSize(1);
  }

  @Test
  void theSameObjectTwiceIsOne() throws IOException {
    assertThat(read(file("a.yaml", CLAIM), file("b.yaml", CLAIM))).hasSize(1);
  }

  @Test
  void twoVersionsOfAnObjectAreRefused() throws IOException {
    Path other = file("b.yaml", VOLUME + "---\n" + CLAIM.replace("pv1", "pv2"));

    assertRefused(
        "b.yaml:5: PersistentVolumeClaim shop/data stands with other content at "
            + directory.resolve("a.yaml")
            + ":1",
        file("a.yaml", CLAIM),
        other);
  }

  @Test
  void malformedYamlIsNamedWithItsLine() throws IOException {
    assertRefused("a.yaml:3: malformed YAML: ", file("a.yaml", "a: 1\nb: 2\n c: 3\n"));
    assertRefused("b.yaml:2: malformed YAML: ", file("b.yaml", "a: [1,\n2"));
    assertRefused("c.yaml", file("c.yaml", "a: \u0001"));
    assertRefused(
        "d.yaml:4: malformed YAML: the tag !x is not read", file("d.yaml", VOLUME + "spec: !x 1"));
  }

  @Test
  void aKeyGivenTwiceIsAnError() throws IOException {
    assertRefused(
        "a.yaml:4: malformed YAML: the key 'kind' is given twice",
        file("a.yaml", VOLUME + "kind: PersistentVolume\n"));
    assertRefused(
        "b.yaml:4: malformed YAML: the key 'items' is given twice",
        file("b.yaml", "apiVersion: v1\nkind: List\nitems: []\nitems: []\n"));
  }

  @Test
  void whatWouldGrowWithoutBoundIsRefused() throws IOException {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 40; i++) {
      laughs.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    assertRefused("aliases", file("a.yaml", laughs.toString()));
    assertRefused("b.yaml:1: nested deeper than 200 levels", file("b.yaml", "[".repeat(100_000)));
    assertRefused("c.yaml:4: malformed YAML: an alias", file("c.yaml", VOLUME + "spec: &a [*a]"));
  }

  @Test
  void anUnknownKindIsNamed() throws IOException {
    assertRefused(
        "a.yaml:6: unknown kind Deployment (apps/v1); known are: VolumeReplicationGroup, ",
        file("a.yaml", "---\n" + VOLUME + "---\n" + "apiVersion: apps/v1\nkind: Deployment\n"));
    assertRefused(
        "b.yaml:1: unknown kind PersistentVolume (v2)",
        file("b.yaml", VOLUME.replace("v1\nkind", "v2\nkind")));
  }

  @Test
  void anUnknownKindInAListIsNamedByItsOwnLine() throws IOException {
    assertRefused(
        "a.yaml:4: unknown kind Service (v1)",
        file("a.yaml", "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n"));
  }

  @Test
  void whatIsNoObjectIsNamed() throws IOException {
    assertRefused("a.yaml:1: is no Kubernetes object", file("a.yaml", "just text"));
    assertRefused("b.yaml:1: an object without apiVersion and kind", file("b.yaml", "x: 1"));
    assertRefused(
        "c.yaml:1: a PodList without items", file("c.yaml", "apiVersion: v1\nkind: PodList\n"));
  }

  @Test
  void anObjectWithoutIdentityIsNamed() throws IOException {
    assertRefused(
        "a.yaml:1: PersistentVolume pv1 has no metadata.uid",
        file("a.yaml", VOLUME.replace(", uid: v1", "")));
    assertRefused(
        "b.yaml:1: PersistentVolumeClaim data has no metadata.namespace",
        file("b.yaml", CLAIM.replace(", namespace: shop", "")));
  }

  @Test
  void aFieldOfAWrongTypeIsNamed() throws IOException {
    assertRefused(
        "a.yaml:1: PersistentVolumeClaim data: spec.volumeName: ",
        file("a.yaml", CLAIM.replace("pv1", "[pv1]")));
  }

  @Test
  void aMissingFileIsNamed() {
    assertRefused("nowhere.yaml: there is no such file", directory.resolve("nowhere.yaml"));
    assertRefused(": holds no file that ends in .yaml", directory);
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content, UTF_8);
  }

  private static ImmutableList<FileObject> read(Path... paths) {
    ImmutableList<String> names =
        ImmutableList.copyOf(paths).stream()
            .map(Path::toString)
            .collect(ImmutableList.toImmutableList());
    return ObjectFiles.read(names, InputStream.nullInputStream());
  }

  private static void assertRefused(String message, Path... paths) {
    assertThatThrownBy(() -> read(paths))
        .isInstanceOf(InputError.class)
        .hasMessageContaining(message)
        .message()
        .hasLineCount(1);
  }
}
