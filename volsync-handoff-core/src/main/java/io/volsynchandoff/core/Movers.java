// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.PodView;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * The movers of one source (design §2): Jobs controlled by its uid, their pods, and pods with
 * VolSync's labels for its name whose Job is gone.
 */
final class Movers {
  private static final int LONGEST_LABEL = 63;

  private final ImmutableList<JobView> jobs;
  private final ImmutableList<PodView> pods;

  Movers(MemberSnapshot seen, String sourceUid, String sourceName) {
    this.jobs =
        seen.jobs().known().stream()
            .filter(job -> job.meta().isOwnedBy(sourceUid))
            .collect(ImmutableList.toImmutableList());
    ImmutableSet<String> uids =
        jobs.stream().map(job -> job.meta().uid()).collect(ImmutableSet.toImmutableSet());
    String label = labelOf(sourceName);
    this.pods =
        seen.pods().known().stream()
            .filter(
                pod ->
                    pod.meta().namespace().equals(seen.key().namespace())
                        && (pod.meta().owners().stream().anyMatch(o -> uids.contains(o.uid()))
                            || bears(pod, label)))
            .collect(ImmutableList.toImmutableList());
  }

  private static boolean bears(PodView pod, String label) {
    return label.equals(pod.meta().labels().get("app.kubernetes.io/name"))
        && "volsync".equals(pod.meta().labels().get("app.kubernetes.io/part-of"));
  }

  /** VolSync's shortening of names (facts §2.3). */
  static String labelOf(String sourceName) {
    String label = "src-" + sourceName;
    if (label.length() <= LONGEST_LABEL) {
      return label;
    }
    CRC32 crc = new CRC32();
    crc.update(sourceName.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "src-%08x", crc.getValue());
  }

  boolean includes(PodView pod) {
    return pods.stream().anyMatch(mover -> mover.meta().uid().equals(pod.meta().uid()));
  }

  /** Movers that can still read or write: Jobs not completed, pods not terminated. */
  ImmutableList<String> running() {
    ImmutableList.Builder<String> running = ImmutableList.builder();
    jobs.stream()
        .filter(job -> !job.completed())
        .forEach(job -> running.add("Job " + job.meta().ref()));
    pods.stream()
        .filter(pod -> !pod.terminated())
        .forEach(pod -> running.add("Pod " + pod.meta().ref()));
    return running.build();
  }

  /** Everything that is left of the movers, ended or not. */
  ImmutableList<String> left() {
    ImmutableList.Builder<String> left = ImmutableList.builder();
    jobs.forEach(job -> left.add("Job " + job.meta().ref()));
    pods.forEach(pod -> left.add("Pod " + pod.meta().ref()));
    return left.build();
  }

  /** Nodes on which its movers hold that claim's volume. */
  ImmutableSet<String> nodesUsing(ClaimKey claim) {
    ImmutableSet.Builder<String> nodes = ImmutableSet.builder();
    for (PodView pod : pods) {
      String node = pod.node();
      if (node != null && pod.names(claim)) {
        nodes.add(node);
      }
    }
    return nodes.build();
  }
}
