// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

/** A VRG that does not say what is asked of its group; the message says which field is wrong. */
public final class InvalidVrg extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidVrg(String message) {
    super(message);
  }
}
