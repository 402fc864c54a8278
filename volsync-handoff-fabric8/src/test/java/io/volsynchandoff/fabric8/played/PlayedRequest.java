// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One write of the played cluster, without the condition under which it is sent.
 *
 * @param body the object of a create, the merge patch of a patch, the options of a delete
 */
record PlayedRequest(Verb verb, Map<String, Object> body) {
  enum Verb {
    CREATE,
    PATCH,
    PATCH_STATUS,
    DELETE
  }

  /** The body of a patch that the server refuses at any other version. */
  Map<String, Object> conditionalOn(String resourceVersion) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("resourceVersion", resourceVersion);
    if (body.get("metadata") instanceof Map<?, ?> asked) {
      asked.forEach((field, value) -> metadata.put((String) field, value));
    }
    Map<String, Object> conditional = new LinkedHashMap<>(body);
    conditional.put("metadata", metadata);
    return conditional;
  }
}
