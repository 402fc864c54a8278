// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.testkit.model.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How soon the steps that models offer are taken: at once, some time after they were first offered,
 * or, while they are held, not at all. Steps are told by how their names begin, which is with the
 * actor: {@code "mover: "}, {@code "kubelet: stops"}.
 */
public final class Pacing {
  private final ImmutableMap<String, Duration> delays;
  private final Set<String> held = new HashSet<>();
  private final Map<String, Instant> due = new HashMap<>();

  private Pacing(Map<String, Duration> delays) {
    this.delays = ImmutableMap.copyOf(delays);
  }

  /** Every step is taken at once. */
  public static Pacing immediate() {
    return new Pacing(ImmutableMap.of());
  }

  /** The same, but for steps that begin so. */
  public Pacing after(Duration delay, String beginning) {
    return new Pacing(
        ImmutableMap.<String, Duration>builder().putAll(delays).put(beginning, delay).build());
  }

  synchronized void hold(String beginning) {
    held.add(beginning);
  }

  synchronized void release(String beginning) {
    held.remove(beginning);
  }

  /** The first step that may be taken now, or null. */
  synchronized @Nullable Step next(ImmutableList<Step> offered, Instant now) {
    due.keySet().retainAll(offered.stream().map(Step::name).toList());
    Step next = null;
    for (Step step : offered) {
      Instant when = due.computeIfAbsent(step.name(), name -> now.plus(delay(name)));
      if (next == null && !isHeld(step.name()) && !when.isAfter(now)) {
        next = step;
      }
    }
    return next;
  }

  /** When a step that was offered last time may be taken; null where none waits for a time. */
  synchronized @Nullable Instant nextDue() {
    return due.entrySet().stream()
        .filter(step -> !isHeld(step.getKey()))
        .map(Map.Entry::getValue)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private boolean isHeld(String name) {
    return held.stream().anyMatch(name::startsWith);
  }

  private Duration delay(String name) {
    return delays.entrySet().stream()
        .filter(delay -> name.startsWith(delay.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(Duration.ZERO);
  }
}
