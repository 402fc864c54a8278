// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecretPresenceTest {
  private static final ClaimKey PSK = new ClaimKey("shop", "psk");

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("test");
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final SecretPresence secrets = new SecretPresence(client, () -> now);

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void remembersASecretThatIsThere() {
    create(PSK);
    server.forgetRequests();
    assertThat(secrets.of(PSK).isPresent()).isTrue();
    skip(SecretPresence.FOUND_KEPT.minusSeconds(1));
    assertThat(secrets.of(PSK).isPresent()).isTrue();
    assertThat(server.requests()).hasSize(1);
    skip(Duration.ofSeconds(1));
    assertThat(secrets.of(PSK).isPresent()).isTrue();
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void looksAgainForOneThatIsNot() {
    assertThat(secrets.of(PSK)).isEqualTo(Observed.absent());
    create(PSK);
    assertThat(secrets.of(PSK)).isEqualTo(Observed.absent());
    skip(SecretPresence.MISSED_KEPT);
    assertThat(secrets.of(PSK).isPresent()).isTrue();
  }

  @Test
  void isUnknownWhereItMayNotLook() {
    server.forbid(request -> request.resource().equals("secrets"));
    assertThat(secrets.of(PSK).why()).startsWith("cannot get secrets in shop: forbidden");
    server.answerNormally();
    skip(SecretPresence.MISSED_KEPT);
    assertThat(secrets.of(PSK)).isEqualTo(Observed.absent());
  }

  /** Many missing secrets cost a pass no more than its budget, and none is left out for ever. */
  @Test
  void looksAgainForAFewAtATimeTheLongestWaitingFirst() {
    ImmutableList<ClaimKey> missing =
        IntStream.range(0, 7)
            .mapToObj(i -> new ClaimKey("shop", "missing-" + i))
            .collect(ImmutableList.toImmutableList());
    missing.forEach(secrets::of);
    Set<String> asked = new HashSet<>();
    for (int pass = 0; pass < 3; pass++) {
      skip(SecretPresence.MISSED_KEPT);
      server.forgetRequests();
      missing.forEach(secrets::of);
      missing.forEach(secrets::of);
      assertThat(server.requests()).hasSize(SecretPresence.AGAIN_AT_ONCE);
      server.requests().forEach(request -> asked.add(request.path()));
    }
    assertThat(asked).hasSize(missing.size());
  }

  private void skip(Duration time) {
    now = now.plus(time);
  }

  private void create(ClaimKey key) {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(key.namespace())
                .withName(key.name())
                .endMetadata()
                .build())
        .create();
  }
}
