// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is reported of a group (design §8). */
@PreserveUnknownFields
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VrgStatus(
    @JsonPropertyDescription("Where the group stands: its least advanced member.")
        @Nullable String phase,
    @JsonPropertyDescription("Members that are done, and all of them: 2/3.")
        @Nullable String members,
    @JsonPropertyDescription("The reasons for which the group waits; empty where it does not.")
        @Nullable String blocked,
    @JsonPropertyDescription("The generation that the status was made from.")
        @Nullable Long observedGeneration,
    List<Condition> conditions,
    @JsonPropertyDescription("The members, by namespace and name.") List<Member> protectedPVCs) {
  static final VrgStatus EMPTY = new VrgStatus(null, null, null, null, List.of(), List.of());

  public VrgStatus {
    conditions = conditions == null ? List.of() : List.copyOf(conditions);
    protectedPVCs = protectedPVCs == null ? List.of() : List.copyOf(protectedPVCs);
  }

  /** One member of the group. */
  @PreserveUnknownFields
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Member(
      @Nullable String namespace,
      @Nullable String name,
      @JsonPropertyDescription("Where the member stands.") @Nullable String phase,
      @JsonPropertyDescription("What the member waits for.") List<Waiting> blockers,
      @JsonPropertyDescription("The final sync that carried every write.") @Nullable String proof,
      List<Condition> conditions) {
    public Member {
      blockers = blockers == null ? List.of() : List.copyOf(blockers);
      conditions = conditions == null ? List.of() : List.copyOf(conditions);
    }
  }

  /** One thing that is waited for. */
  @PreserveUnknownFields
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Waiting(
      @JsonPropertyDescription("One of the blockers of the documentation.") @Nullable String reason,
      @JsonPropertyDescription("The object that blocks.") @Nullable String object,
      @JsonPropertyDescription("What was observed.") @Nullable String message,
      @JsonPropertyDescription("What can be done about it.") @Nullable String remedy,
      @JsonPropertyDescription("Since when it blocks.") @Nullable String since) {}
}
