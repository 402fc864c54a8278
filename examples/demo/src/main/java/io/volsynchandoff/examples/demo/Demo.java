// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.logging.LogManager;

/**
 * A planned relocation on one machine, without a cluster: an API server in this process, the real
 * controller over HTTP, and an application that keeps writing to three volumes until it is stopped.
 * Exits with 0 only if the final sync of every volume carried its last write.
 */
public final class Demo {
  private static final String USAGE = "usage: demo [--crash]";

  private Demo() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out));
  }

  /** Returns the exit code: 0 all agree, 1 they do not, 2 the arguments are not understood. */
  static int run(List<String> args, PrintStream out) {
    boolean crash = args.equals(List.of("--crash"));
    if (!crash && !args.isEmpty()) {
      out.println(USAGE);
      return 2;
    }
    // The mock server logs every request, and a controller that is killed has much to complain of.
    LogManager.getLogManager().reset();
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", crash ? "off" : "error");
    Instant began = Instant.now();
    Progress progress = new Progress(out);
    try (DemoCluster cluster = DemoCluster.start();
        RunningController controller =
            crash ? CrashingController.on(cluster, progress) : SteadyController.on(cluster)) {
      boolean agreed = new Relocation(cluster, controller, progress, out).run();
      out.printf("%nTook %.1f s.%n", Duration.between(began, Instant.now()).toMillis() / 1000.0);
      return agreed ? 0 : 1;
    }
  }
}
