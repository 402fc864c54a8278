// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.volsynchandoff.controller.vrg.VolumeReplicationGroup;
import io.volsynchandoff.controller.vrg.VrgPatches;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.fabric8.apply.Write;
import io.volsynchandoff.fabric8.apply.Writes;
import java.util.Locale;

/**
 * A write that would be sent.
 *
 * @param type the action's name
 * @param verb create, patch or delete
 * @param kind of the target
 * @param patch the merge patch, the whole object, or the delete's preconditions
 */
public record PlannedWrite(
    String type, String verb, String kind, ObjectRef target, JsonNode patch) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static PlannedWrite of(MemberAction action) {
    Write write = Writes.of(action);
    return new PlannedWrite(
        action.getClass().getSimpleName(),
        write.verb().name().toLowerCase(Locale.ROOT),
        write.kind().kind(),
        action.target(),
        MAPPER.valueToTree(write.body()));
  }

  static PlannedWrite of(GroupAction action) {
    return new PlannedWrite(
        action.getClass().getSimpleName(),
        "patch",
        VolumeReplicationGroup.KIND,
        action.target(),
        VrgPatches.of(action));
  }

  @Override
  public String toString() {
    return type + ": " + verb + " " + kind + " " + target;
  }
}
