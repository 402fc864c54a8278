// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.volsynchandoff.controller.files.InputError;
import io.volsynchandoff.controller.vrg.LabelFilter;
import io.volsynchandoff.controller.vrg.Vrg;
import java.util.List;
import java.util.function.Function;

/**
 * Which groups are planned.
 *
 * @param namespaces empty for all
 * @param names as {@code namespace/name}; empty for all
 */
public record GroupChoice(
    ImmutableSet<String> namespaces, LabelFilter labels, ImmutableList<String> names) {

  /**
   * The chosen ones of what is there.
   *
   * @throws InputError where there is none, or a named one is not there
   */
  <T> ImmutableList<T> of(List<T> found, Function<T, GenericKubernetesResource> vrg, String where) {
    for (String name : names) {
      if (found.stream().noneMatch(it -> Vrg.refOf(vrg.apply(it)).toString().equals(name))) {
        throw new InputError("there is no VolumeReplicationGroup " + name + " " + where);
      }
    }
    ImmutableList<T> chosen =
        found.stream()
            .filter(it -> matches(vrg.apply(it)))
            .collect(ImmutableList.toImmutableList());
    if (chosen.isEmpty()) {
      throw new InputError("there is no VolumeReplicationGroup to plan for " + where);
    }
    return chosen;
  }

  private boolean matches(GenericKubernetesResource vrg) {
    return (names.isEmpty() || names.contains(Vrg.refOf(vrg).toString()))
        && (namespaces.isEmpty() || namespaces.contains(vrg.getMetadata().getNamespace()))
        && labels.matches(vrg.getMetadata().getLabels());
  }
}
