// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.controller.vrg.VrgStatus;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.played.PlayedMember;
import io.volsynchandoff.fabric8.played.ServedRequest;
import io.volsynchandoff.testkit.state.ClusterState;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;

/** What was written, what was carried, and what it took. */
final class EndTable {
  private final DemoCluster cluster;
  private final RunningController controller;
  private final ImmutableMap<PlayedMember, String> volumes;
  private final ClusterState state;
  private final List<ServedRequest> requests;

  EndTable(
      DemoCluster cluster,
      RunningController controller,
      ImmutableMap<PlayedMember, String> volumes) {
    this.cluster = cluster;
    this.controller = controller;
    this.volumes = volumes;
    this.state = cluster.state();
    this.requests = cluster.controllersRequests();
  }

  /** Returns whether every line agrees. */
  boolean print(PrintStream out) {
    out.printf(
        "%n%-10s %11s %8s  %-13s %-9s %-7s %7s  %s%n",
        "volume", "last write", "carried", "phase", "volume is", "policy", "writes", "");
    boolean agreed = volumes.size() == cluster.members().size();
    for (PlayedMember member : cluster.members()) {
      agreed &= print(member, out);
    }
    out.printf(
        "%nRequests of the controller: %d writes, %d of them on status; %d dry runs, %d lists,"
            + " %d gets, %d watches.%n",
        count(ServedRequest::isWrite),
        count(request -> request.isWrite() && request.path().endsWith("/status")),
        count(ServedRequest::isDryRun),
        count(ServedRequest::isList),
        count(request -> request.verb().equals("get")),
        count(ServedRequest::isWatch));
    if (controller.crashes() > 0) {
      out.printf(
          "It was killed %d times, in turn before and after a write.%n", controller.crashes());
    }
    out.println(agreed ? "No write was lost." : "A WRITE WAS LOST, or the handoff did not end.");
    return agreed;
  }

  private boolean print(PlayedMember member, PrintStream out) {
    VolumeView volume = state.volume(Objects.toString(volumes.get(member), ""));
    long last = PlayedMember.lastWrite(state, volume);
    long carried = member.carried(state);
    String phase = phase(member);
    boolean agrees =
        last > 0
            && last == carried
            && phase.equals("Relinquished")
            && volume != null
            && volume.phase() == VolumeView.Phase.RELEASED
            && volume.policy() == VolumeView.ReclaimPolicy.RETAIN;
    out.printf(
        "%-10s %11d %8d  %-13s %-9s %-7s %7d  %s%n",
        member.key().name(),
        last,
        carried,
        phase,
        volume == null ? "gone" : text(volume.phase()),
        volume == null ? "" : volume.policy().text(),
        count(request -> request.isWrite() && concerns(request, member)),
        agrees ? "ok" : "WRONG");
    return agrees;
  }

  private String phase(PlayedMember member) {
    return cluster.group().getStatus().protectedPVCs().stream()
        .filter(it -> member.key().name().equals(it.name()))
        .map(VrgStatus.Member::phase)
        .map(String::valueOf)
        .findFirst()
        .orElse("unknown");
  }

  private boolean concerns(ServedRequest request, PlayedMember member) {
    String path = request.path();
    String name = member.key().name();
    return path.endsWith("/" + name)
        || path.endsWith("/" + name + "-handoff")
        || path.endsWith("/" + volumes.get(member))
        || request.body().contains("\"name\":\"" + name + "-handoff\"");
  }

  private long count(Predicate<ServedRequest> which) {
    return requests.stream().filter(which).count();
  }

  private static String text(VolumeView.Phase phase) {
    String name = String.valueOf(phase);
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
