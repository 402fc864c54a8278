// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.OperatorWord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VrgTest {
  @Test
  void roleActionAndUnknownFieldsAreRead() {
    Vrg vrg =
        Vrg.of(
            VrgYaml.vrg(
                "",
                """
                replicationState: secondary
                action: Relocate
                pvcSelector: {}
                s3Profiles: [a]
                volSync:
                  rdSpec:
                  - protectedPVC: {name: data, resources: {requests: {storage: 1Gi}}, x: 1}
                """));

    assertThat(vrg.role()).isEqualTo(GroupIntent.Role.SECONDARY);
    assertThat(vrg.action()).isEqualTo(GroupIntent.RequestedAction.RELOCATE);
    assertThat(vrg.meta().generation()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {replicationState: Primary, pvcSelector: {}}               | spec.replicationState is 'Primary', not primary or secondary
          {pvcSelector: {}}                                          | spec.replicationState is 'null', not primary or secondary
          {replicationState: primary, action: Move, pvcSelector: {}} | spec.action is 'Move', not Relocate or Failover
          {replicationState: primary, pvcSelector: 3}                | spec: Cannot construct instance of
          {replicationState: primary}                                | spec.pvcSelector is missing
          """)
  void aSpecThatSaysNothingIsNamed(String spec, String message) {
    assertThatThrownBy(() -> Vrg.of(VrgYaml.vrg("", spec)))
        .isInstanceOf(InvalidVrg.class)
        .hasMessageStartingWith(message)
        .message()
        .hasLineCount(1);
  }

  @Test
  void aVrgWithoutASpecIsNamed() {
    GenericKubernetesResource vrg = VrgYaml.primary();
    vrg.getAdditionalProperties().remove("spec");

    assertThatThrownBy(() -> Vrg.of(vrg))
        .isInstanceOf(InvalidVrg.class)
        .hasMessage("spec is missing");
  }

  @Test
  void anUnknownOperatorIsNamed() {
    String spec =
        "replicationState: primary\n"
            + "pvcSelector: {matchExpressions: [{key: app, operator: Like, values: [x]}]}";

    assertThatThrownBy(() -> Vrg.of(VrgYaml.vrg("", spec)))
        .isInstanceOf(InvalidVrg.class)
        .hasMessageContaining("operator 'Like' is none of In, NotIn, Exists, DoesNotExist");
  }

  @Test
  void theOperatorsWordIsRead() {
    OperatorWord word =
        OperatorAnnotations.read(
                ImmutableMap.of(
                    "volsync-handoff.io/source", "data=data-dr, logs=logs",
                    "volsync-handoff.io/retry", "11111111-3",
                    "volsync-handoff.io/accept-claim", "c1,c2",
                    "volsync-handoff.io/volumes-not-reapplied", "true"))
            .word();

    assertThat(word.sources())
        .containsExactlyInAnyOrderEntriesOf(ImmutableMap.of("data", "data-dr", "logs", "logs"));
    assertThat(word.retry()).isEqualTo("11111111-3");
    assertThat(word.acceptedClaims()).isEqualTo(ImmutableSet.of("c1", "c2"));
    assertThat(word.volumesNotReapplied()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          source                | data:data-dr     | 'data:data-dr' is no <claim>=<source>
          source                | data=a,data=b    | 'data=b' is no <claim>=<source>
          source                | data=a,          | '' is no <claim>=<source>
          source                | Data=a           | 'Data=a' is no <claim>=<source>
          retry                 | 1 2              | '1 2' is no handoff id
          accept-claim          | c1,,c2           | 'c1,,c2' is no list of claim uids
          volumes-not-reapplied | yes              | 'yes' is neither true nor false
          """)
  void aTypingErrorSaysNothingAndIsTold(String annotation, String value, String problem) {
    OperatorAnnotations read =
        OperatorAnnotations.read(ImmutableMap.of("volsync-handoff.io/" + annotation, value));

    assertThat(read.word()).isEqualTo(OperatorWord.none());
    assertThat(read.problems())
        .singleElement()
        .asString()
        .contains("annotation volsync-handoff.io/" + annotation, problem);
    assertThat(read.sourceProblem() != null).isEqualTo(annotation.equals("source"));
  }

  @Test
  void aGroupWithRamensFinalizerIsRamens() {
    String metadata = "finalizers: [volumereplicationgroups.ramendr.openshift.io/vrg-protection]";
    Vrg vrg =
        Vrg.of(VrgYaml.vrg(metadata, "replicationState: primary\npvcSelector: {matchLabels: {}}"));

    assertThat(VrgFacts.drivenByOther(vrg)).contains("Ramen", "vrg-protection");
  }

  @Test
  void aGroupWithRamensConditionsIsRamens() {
    GenericKubernetesResource vrg = VrgYaml.primary();
    vrg.setAdditionalProperty(
        "status",
        ImmutableMap.of(
            "conditions",
            ImmutableList.of(
                ImmutableMap.of(
                    "type", "ClusterDataProtected",
                    "status", "True",
                    "lastTransitionTime", "2026-01-01T00:00:00Z"))));

    assertThat(VrgFacts.drivenByOther(Vrg.of(vrg))).contains("Ramen", "ClusterDataProtected");
    assertThat(VrgFacts.drivenByOther(Vrg.of(VrgYaml.primary()))).isNull();
  }

  @Test
  void annotationsAreCountedWithoutTheFreeze() {
    GenericKubernetesResource vrg = VrgYaml.primary();
    vrg.getMetadata().getAnnotations().put("note", "né");
    vrg.getMetadata().getAnnotations().put("volsync-handoff.io/handoff", "{}");

    assertThat(Vrg.of(vrg).otherAnnotationBytes()).isEqualTo(7);
    assertThat(Vrg.of(vrg).freeze().isUnknown()).isTrue();
  }
}
