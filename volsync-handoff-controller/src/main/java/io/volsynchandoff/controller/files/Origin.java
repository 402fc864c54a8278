// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

/** Where an object stands: a file and the line, counted from 1, at which it begins. */
public record Origin(String file, int line) {
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
