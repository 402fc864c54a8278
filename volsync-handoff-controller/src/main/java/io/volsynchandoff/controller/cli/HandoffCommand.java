// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.volsynchandoff.controller.files.InputError;
import io.volsynchandoff.controller.vrg.InvalidVrg;
import io.volsynchandoff.fabric8.ServerWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IVersionProvider;

/** The command line's root. */
@Command(
    name = "volsync-handoff",
    mixinStandardHelpOptions = true,
    versionProvider = HandoffCommand.Version.class,
    description = "Moves the volumes of an application between clusters, without losing a write.",
    subcommands = {RunCommand.class, PlanCommand.class, CrdsCommand.class, HelpCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:done, or nothing to do",
      " 1:an error, told in one line",
      " 2:the command line is not understood",
      " 3:blocked: something is waited for or refused"
    })
public final class HandoffCommand {
  /** The command line, ready to be executed with arguments. */
  public static CommandLine commandLine() {
    return new CommandLine(new HandoffCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(errors());
  }

  /** One line for what an operator can put right; a stack trace is for defects alone. */
  private static IExecutionExceptionHandler errors() {
    return (exception, command, result) -> {
      String message = message(exception);
      if (message == null) {
        throw exception;
      }
      command.getErr().println("volsync-handoff: " + message);
      return ExitCode.ERROR;
    };
  }

  private static @Nullable String message(Exception exception) {
    if (exception instanceof InputError || exception instanceof InvalidVrg) {
      return exception.getMessage();
    }
    if (exception instanceof KubernetesClientException failure) {
      return "the cluster: " + ServerWords.of(failure).lines().findFirst().orElse("no answer");
    }
    return null;
  }

  /** From the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = HandoffCommand.class.getPackage().getImplementationVersion();
      return new String[] {
        "volsync-handoff " + (Strings.isNullOrEmpty(version) ? "(not packaged)" : version)
      };
    }
  }
}
