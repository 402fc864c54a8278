// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.fabric8.read.JournalCodec;

/**
 * The merge patch that each group action comes to, conditional on the resourceVersion that was
 * decided on (design §7 rule 5).
 */
public final class VrgPatches implements GroupAction.Visitor<ObjectNode> {
  private static final VrgPatches INSTANCE = new VrgPatches();

  private VrgPatches() {}

  /**
   * The patch of an action.
   *
   * @throws IllegalArgumentException where the freeze is too large to be written
   */
  public static ObjectNode of(GroupAction action) {
    ObjectNode patch = action.accept(INSTANCE);
    patch.withObject("/metadata").put("resourceVersion", action.target().resourceVersion());
    return patch;
  }

  @Override
  public ObjectNode protectGroup(GroupAction.ProtectGroup action) {
    return withFinalizers(action.finalizers());
  }

  @Override
  public ObjectNode recordFreeze(GroupAction.RecordFreeze action) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch
        .withObject("/metadata/annotations")
        .put(HandoffNames.FREEZE, JournalCodec.write(action.freeze()));
    return patch;
  }

  @Override
  public ObjectNode releaseGroup(GroupAction.ReleaseGroup action) {
    ObjectNode patch = withFinalizers(action.finalizers());
    patch.withObject("/metadata/annotations").putNull(HandoffNames.FREEZE);
    return patch;
  }

  /** No finalizer at all is written as null: see the same rule for members' patches. */
  private static ObjectNode withFinalizers(ImmutableList<String> finalizers) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = patch.withObject("/metadata");
    if (finalizers.isEmpty()) {
      metadata.putNull("finalizers");
    } else {
      ArrayNode array = metadata.putArray("finalizers");
      finalizers.forEach(array::add);
    }
    return patch;
  }
}
