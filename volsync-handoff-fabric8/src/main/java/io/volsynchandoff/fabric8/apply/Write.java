// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import io.volsynchandoff.core.snapshot.ObjectRef;
import java.util.Map;

/**
 * One request that an action comes to.
 *
 * @param target what it is written to, at the version that was decided on
 * @param body the JSON merge patch, the whole object, or the delete options; nulls in a patch clear
 *     fields
 */
public record Write(Verb verb, WrittenKind kind, ObjectRef target, Map<String, Object> body) {
  public enum Verb {
    CREATE,
    PATCH,
    DELETE
  }
}
