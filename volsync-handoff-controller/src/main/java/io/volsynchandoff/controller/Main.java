// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller;

import io.volsynchandoff.controller.cli.HandoffCommand;

/** Where the process begins. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(HandoffCommand.commandLine().execute(args));
  }
}
