// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** One command, run in this process. */
record CommandRun(int exitCode, String out, String err) {
  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        HandoffCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    int exitCode = command.execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
