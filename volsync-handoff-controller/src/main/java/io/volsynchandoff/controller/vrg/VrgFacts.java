// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.fabric8.pass.GroupFacts;
import io.volsynchandoff.fabric8.read.ClusterReads;
import org.jspecify.annotations.Nullable;

/** What a VRG says of its group. */
public final class VrgFacts {
  /** With it, Ramen reconciles the VRG (design §7 rule 11; facts §4.4). */
  private static final String FINALIZER_OF_RAMEN =
      "volumereplicationgroups.ramendr.openshift.io/vrg-protection";

  private VrgFacts() {}

  /**
   * The facts of a VRG.
   *
   * @param reads what the selected claims are looked for in
   */
  public static GroupFacts of(Vrg vrg, ImmutableSet<String> adminNamespaces, ClusterReads reads) {
    PublishedStatus published = vrg.published();
    return new GroupFacts(
        GroupIntent.builder()
            .group(vrg.ref())
            .number(vrg.meta().generation())
            .role(vrg.role())
            .action(vrg.action())
            .deleting(vrg.meta().isDeleting())
            .selected(new GroupSelection(vrg, adminNamespaces).claims(reads))
            .object(vrg.meta())
            .build(),
        vrg.freeze(),
        vrg.annotations().word(),
        drivenByOther(vrg),
        vrg.otherAnnotationBytes(),
        published.conditions(),
        published.memberConditions());
  }

  static @Nullable String drivenByOther(Vrg vrg) {
    if (vrg.meta().finalizers().contains(FINALIZER_OF_RAMEN)) {
      return "Ramen, by its finalizer " + FINALIZER_OF_RAMEN;
    }
    String condition = vrg.published().conditionOfRamen();
    return condition == null ? null : "Ramen, by its condition " + condition;
  }
}
