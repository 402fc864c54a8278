// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.volsynchandoff.controller.files.InputError;
import io.volsynchandoff.controller.vrg.LabelFilter;
import io.volsynchandoff.core.HandoffPolicy;
import io.volsynchandoff.fabric8.ApiNames;
import io.volsynchandoff.fabric8.read.Scope;
import java.io.File;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster, which groups, and by which policy. */
final class ClusterOptions {
  /** Of a request that the server could not serve; longer waits are the loop's. */
  private static final int RETRIES = 3;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Default: as kubectl finds it.")
  private @Nullable File kubeconfig;

  @Option(names = "--context", paramLabel = "NAME", description = "Default: the current one.")
  private @Nullable String context;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "Only groups and claims of these namespaces; repeatable. Default: all.")
  private List<String> namespaces = ImmutableList.of();

  @Option(
      names = "--admin-namespace",
      paramLabel = "NAMESPACE",
      description =
          "Groups of these namespaces may protect claims of others (spec.protectedNamespaces);"
              + " repeatable. Default: none.")
  private List<String> adminNamespaces = ImmutableList.of();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "LABELS",
      converter = Converters.Labels.class,
      description = "Only groups with these labels: key=value, key!=value, key, !key.")
  private LabelFilter groups = LabelFilter.ALL;

  @Option(
      names = "--wait-deadline",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description = "After this a wait is told more loudly, as in 90s, 10m, 2h. Default: 10m.")
  private Duration waitDeadline = HandoffPolicy.defaults().waitDeadline();

  @Option(
      names = "--sync-deadline",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description = "After this the final sync is told as stalled. Default: 1h.")
  private Duration syncDeadline = HandoffPolicy.defaults().syncDeadline();

  Scope scope() {
    return Scope.of(namespaces);
  }

  LabelFilter groups() {
    return groups;
  }

  HandoffPolicy policy() {
    return HandoffPolicy.builder()
        .adminNamespaces(ImmutableSet.copyOf(adminNamespaces))
        .waitDeadline(waitDeadline)
        .syncDeadline(syncDeadline)
        .build();
  }

  /** A client of the chosen cluster, to be closed by the caller. */
  KubernetesClient client() {
    Config config;
    if (kubeconfig == null) {
      config = Config.autoConfigure(context);
    } else if (!kubeconfig.canRead()) {
      throw new InputError(kubeconfig + ": there is no such file, or it cannot be read");
    } else {
      config = Config.fromKubeconfig(context, kubeconfig);
    }
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(config)
                .withUserAgent(ApiNames.FIELD_MANAGER)
                .withRequestRetryBackoffLimit(RETRIES)
                .build())
        .build();
  }
}
