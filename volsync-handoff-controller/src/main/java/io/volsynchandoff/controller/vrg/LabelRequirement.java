// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import org.jspecify.annotations.Nullable;

/** What is asked of one label, as in {@code matchExpressions}. */
record LabelRequirement(String key, Operator operator, ImmutableSet<String> values) {
  /** What a requirement asks of a label, under Kubernetes' names. */
  enum Operator {
    IN("In"),
    NOT_IN("NotIn"),
    EXISTS("Exists"),
    DOES_NOT_EXIST("DoesNotExist");

    private final String text;

    Operator(String text) {
      this.text = text;
    }

    static Operator of(@Nullable String text) {
      for (Operator operator : values()) {
        if (operator.text.equals(text)) {
          return operator;
        }
      }
      throw new InvalidVrg(
          "spec.pvcSelector.matchExpressions: operator '"
              + text
              + "' is none of In, NotIn, Exists, DoesNotExist");
    }
  }

  static LabelRequirement of(LabelSelectorRequirement requirement) {
    if (requirement.getKey() == null) {
      throw new InvalidVrg("spec.pvcSelector.matchExpressions: a requirement without a key");
    }
    return new LabelRequirement(
        requirement.getKey(),
        Operator.of(requirement.getOperator()),
        requirement.getValues() == null
            ? ImmutableSet.of()
            : ImmutableSet.copyOf(requirement.getValues()));
  }

  /** As in Kubernetes, NotIn holds of a label that is not there. */
  boolean holdsOf(ImmutableMap<String, String> labels) {
    String value = labels.get(key);
    return switch (operator) {
      case IN -> value != null && values.contains(value);
      case NOT_IN -> value == null || !values.contains(value);
      case EXISTS -> value != null;
      case DOES_NOT_EXIST -> value == null;
    };
  }
}
