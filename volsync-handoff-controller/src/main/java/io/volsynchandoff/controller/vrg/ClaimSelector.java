// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.ClaimView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The VRG's {@code pvcSelector}, without the claims that replication itself makes (case H38). */
record ClaimSelector(
    ImmutableMap<String, String> labels, ImmutableList<LabelRequirement> requirements) {
  private static final ImmutableMap<String, String> MADE_BY_REPLICATION =
      ImmutableMap.of(
          "app.kubernetes.io/created-by",
          "volsync",
          "ramendr.openshift.io/created-by-ramen",
          "true",
          HandoffNames.TEMPORARY_CLAIM_LABEL,
          "true");

  /**
   * Reads a selector; an empty one selects every claim.
   *
   * @throws InvalidVrg where it is missing or holds an operator that Kubernetes does not have
   */
  static ClaimSelector of(@Nullable LabelSelector selector) {
    if (selector == null) {
      throw new InvalidVrg("spec.pvcSelector is missing");
    }
    Map<String, String> labels = selector.getMatchLabels();
    List<LabelSelectorRequirement> expressions = selector.getMatchExpressions();
    return new ClaimSelector(
        labels == null ? ImmutableMap.of() : ImmutableMap.copyOf(labels),
        expressions == null
            ? ImmutableList.of()
            : expressions.stream()
                .map(LabelRequirement::of)
                .collect(ImmutableList.toImmutableList()));
  }

  boolean selects(ClaimView claim) {
    ImmutableMap<String, String> borne = claim.meta().labels();
    return MADE_BY_REPLICATION.entrySet().stream()
            .noneMatch(label -> label.getValue().equals(borne.get(label.getKey())))
        && labels.entrySet().stream()
            .allMatch(label -> label.getValue().equals(borne.get(label.getKey())))
        && requirements.stream().allMatch(requirement -> requirement.holdsOf(borne));
  }
}
