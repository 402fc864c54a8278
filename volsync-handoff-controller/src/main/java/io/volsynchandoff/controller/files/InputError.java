// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

/** What a user gave cannot be used; the message says where and why, and is all that is shown. */
public final class InputError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InputError(String message) {
    super(message);
  }

  static InputError at(Origin origin, String message) {
    return new InputError(origin + ": " + message);
  }
}
