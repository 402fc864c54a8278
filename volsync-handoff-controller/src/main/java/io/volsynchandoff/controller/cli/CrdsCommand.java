// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import io.volsynchandoff.controller.vrg.VrgCrd;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints our VRG CRD. */
@Command(
    name = "crds",
    mixinStandardHelpOptions = true,
    description = "Prints the VolumeReplicationGroup CRD, for clusters without Ramen.",
    footer = {"", "  volsync-handoff crds | kubectl apply -f -"})
final class CrdsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(VrgCrd.yaml());
    spec.commandLine().getOut().flush();
    return ExitCode.DONE;
  }
}
