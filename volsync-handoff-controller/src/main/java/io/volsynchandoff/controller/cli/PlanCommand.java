// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.controller.files.InputError;
import io.volsynchandoff.controller.plan.ClusterGroups;
import io.volsynchandoff.controller.plan.FileGroups;
import io.volsynchandoff.controller.plan.GroupChoice;
import io.volsynchandoff.controller.plan.GroupPlan;
import io.volsynchandoff.controller.plan.PlanJson;
import io.volsynchandoff.controller.plan.PlanText;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what would happen, and changes nothing. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Says what would happen to each group: its next write, what it waits for, and all steps that",
      "remain. Nothing is written, and nothing is tried on the server.",
      "",
      "With -f no cluster is asked: the files are taken as the whole cluster, as kubectl prints it:",
      "  kubectl get vrg,pvc,pv,replicationsource,pod,job,volumeattachment,node,csidriver,namespace \\",
      "    -A -o yaml | volsync-handoff plan -f -"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:nothing is in the way, or nothing is to do",
      " 1:an error, told in one line",
      " 2:the command line is not understood",
      " 3:a group or a member waits for something or is refused"
    })
final class PlanCommand implements Callable<Integer> {
  enum Output {
    TEXT,
    JSON
  }

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description =
          "YAML or JSON with any number of objects or lists, a directory of such files, or - for"
              + " standard input; repeatable.")
  private List<String> files = ImmutableList.of();

  @Option(
      names = "--partial",
      description = "A kind that no file holds is unknown, instead of absent from the cluster.")
  private boolean partial;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|json",
      description = "Default: text.")
  private Output output = Output.TEXT;

  @Parameters(
      paramLabel = "NAMESPACE/NAME",
      arity = "0..*",
      description = "Only these groups. Default: all.")
  private List<String> names = ImmutableList.of();

  @Override
  public Integer call() {
    if (partial && files.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--partial is for plans from files (-f)");
    }
    ImmutableList<GroupPlan> plans = plans();
    spec.commandLine()
        .getOut()
        .print(output == Output.JSON ? PlanJson.of(plans) : PlanText.of(plans));
    spec.commandLine().getOut().flush();
    return plans.stream().anyMatch(GroupPlan::isBlocked) ? ExitCode.BLOCKED : ExitCode.DONE;
  }

  private ImmutableList<GroupPlan> plans() {
    GroupChoice choice =
        new GroupChoice(
            cluster.scope().namespaces(), cluster.groups(), ImmutableList.copyOf(names));
    if (!files.isEmpty()) {
      return FileGroups.read(files, System.in, partial)
          .plan(choice, cluster.policy(), Instant.now());
    }
    try (KubernetesClient client = cluster.client()) {
      return ClusterGroups.plan(client, choice, cluster.policy(), Instant.now());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputError("interrupted");
    }
  }
}
