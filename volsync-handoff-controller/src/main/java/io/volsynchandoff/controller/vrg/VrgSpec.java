// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked of a group (facts §4.2). */
@PreserveUnknownFields
@JsonIgnoreProperties(ignoreUnknown = true)
public record VrgSpec(
    @Required
        @Pattern("^(primary|secondary)$")
        @JsonPropertyDescription("The role that this cluster is to have: primary or secondary.")
        @Nullable String replicationState,
    @Pattern("^(Failover|Relocate)$")
        @JsonPropertyDescription(
            "How the group becomes secondary: Relocate with a final sync, Failover without one.")
        @Nullable String action,
    @Required @JsonPropertyDescription("Selects the claims that are protected.")
        @Nullable LabelSelector pvcSelector,
    @JsonPropertyDescription(
            "Namespaces of the claims, for a group in an admin namespace; else the group's own.")
        List<String> protectedNamespaces,
    @Nullable Async async,
    @Nullable VolSyncSpec volSync) {
  static final VrgSpec EMPTY = new VrgSpec(null, null, null, List.of(), null, null);

  public VrgSpec {
    protectedNamespaces =
        protectedNamespaces == null ? List.of() : List.copyOf(protectedNamespaces);
  }

  /** Replication on a schedule. */
  @PreserveUnknownFields
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Async(
      @Pattern("^\\d+[mhd]$") @JsonPropertyDescription("The time between two syncs, in m, h or d.")
          @Nullable String schedulingInterval) {}
}
