// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.fabric8.ServerWords;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether secrets are there, by GETs alone: RBAC lets us neither list nor watch them. A secret that
 * was found is remembered for {@link #FOUND_KEPT}, so that it costs a handoff one GET; one that was
 * not is asked for again after {@link #MISSED_KEPT}, the longest waiting first and no more than
 * {@link #AGAIN_AT_ONCE} of them in that time, so that missing secrets cost a pass no more than its
 * budget.
 */
final class SecretPresence {
  static final Duration FOUND_KEPT = Duration.ofHours(1);
  static final Duration MISSED_KEPT = Duration.ofSeconds(20);
  static final int AGAIN_AT_ONCE = 3;

  private record Answer(Observed<SecretView> secret, Instant at) {}

  private final KubernetesClient client;
  private final InstantSource clock;
  private final Map<ClaimKey, Answer> answers = new HashMap<>();

  SecretPresence(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
  }

  Observed<SecretView> of(ClaimKey key) {
    synchronized (answers) {
      Answer known = answers.get(key);
      if (known != null && !isDue(key, known)) {
        return known.secret();
      }
    }
    Observed<SecretView> secret = get(key);
    synchronized (answers) {
      answers.put(key, new Answer(secret, clock.instant()));
    }
    return secret;
  }

  private boolean isDue(ClaimKey key, Answer known) {
    Instant now = clock.instant();
    if (known.secret().isPresent()) {
      return !now.isBefore(known.at().plus(FOUND_KEPT));
    }
    return !now.isBefore(known.at().plus(MISSED_KEPT)) && isAmongTheNext(key, known, now);
  }

  private boolean isAmongTheNext(ClaimKey key, Answer known, Instant now) {
    long waitingLonger =
        answers.entrySet().stream()
            .filter(other -> isMissed(other, key))
            .filter(other -> other.getValue().at().isBefore(known.at()))
            .count();
    long askedJustNow =
        answers.entrySet().stream()
            .filter(other -> isMissed(other, key))
            .filter(other -> other.getValue().at().plus(MISSED_KEPT).isAfter(now))
            .count();
    return waitingLonger + askedJustNow < AGAIN_AT_ONCE;
  }

  private static boolean isMissed(Map.Entry<ClaimKey, Answer> entry, ClaimKey besides) {
    return !entry.getValue().secret().isPresent() && !entry.getKey().equals(besides);
  }

  private Observed<SecretView> get(ClaimKey key) {
    try {
      Secret secret = client.secrets().inNamespace(key.namespace()).withName(key.name()).get();
      return secret == null ? Observed.absent() : Observed.of(Views.secret(secret));
    } catch (KubernetesClientException e) {
      return Observed.unknown(
          "cannot get secrets in " + key.namespace() + ": " + ServerWords.of(e));
    }
  }
}
