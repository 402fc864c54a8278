// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.action;

import io.volsynchandoff.core.snapshot.ObjectRef;

/**
 * One write, from a closed vocabulary (design §4). It carries the identity and the version that it
 * was decided on; whoever applies it makes the write conditional on them. A conflict is a normal
 * answer and means: observe again.
 */
public sealed interface Action permits MemberAction, GroupAction {
  /** The object to be written, at the version that was decided on. */
  ObjectRef target();
}
