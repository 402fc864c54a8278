// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

/** What the process ends with. */
final class ExitCode {
  static final int DONE = 0;
  static final int ERROR = 1;
  static final int USAGE = 2;
  static final int BLOCKED = 3;

  private ExitCode() {}
}
