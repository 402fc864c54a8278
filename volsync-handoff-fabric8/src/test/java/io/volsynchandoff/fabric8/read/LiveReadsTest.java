// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.SampleObjects;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.fabric8.played.ServedRequest;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveReadsTest {
  private static final ImmutableSet<String> SHOP = ImmutableSet.of("shop");

  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("test");
  private final InformerReads unstarted =
      new InformerReads(client, Scope.allNamespaces(), InstantSource.system(), change -> {});
  private final LiveReads reads = new LiveReads(client, unstarted);

  @AfterEach
  void stop() {
    unstarted.close();
    client.close();
    server.close();
  }

  @Test
  void answersFromTheCacheWhatWasNotReadLive() {
    assertThat(reads.claim(SampleObjects.CLAIM).why()).contains("was not listed yet");
    assertThat(reads.volumesOfGroup(SampleObjects.GROUP).isUnknown()).isTrue();
    assertThat(reads.podsOf(SampleObjects.CLAIM).isUnknown()).isTrue();
    assertThat(reads.live(SHOP)).isEmpty();
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void listsEachKindOnceAndWithoutAVersion() {
    client.resource(SampleObjects.claim()).create();
    client.resource(SampleObjects.volume("pv-1")).create();
    client.resource(SampleObjects.source()).create();
    server.forgetRequests();
    for (Evidence kind : Evidence.values()) {
      reads.read(kind, SHOP);
    }
    assertThat(reads.claim(SampleObjects.CLAIM).isPresent()).isTrue();
    assertThat(reads.claim(new ClaimKey("shop", "none"))).isEqualTo(Observed.absent());
    assertThat(reads.volume("pv-1").isPresent()).isTrue();
    assertThat(reads.volume("pv-2")).isEqualTo(Observed.absent());
    assertThat(reads.sourcesOf(SampleObjects.CLAIM).known()).hasSize(1);
    assertThat(reads.podsOf(SampleObjects.CLAIM)).isEqualTo(Listed.none());
    assertThat(reads.jobs("shop")).isEqualTo(Listed.none());
    assertThat(reads.attachments("pv-1")).isEqualTo(Listed.none());
    assertThat(reads.live(SHOP)).containsExactly(Evidence.values());
    assertThat(server.requests()).hasSize(6).allMatch(ServedRequest::isList);
    assertThat(server.requests()).allMatch(it -> !it.query().contains("resourceVersion"));
    assertThat(server.requests())
        .extracting(ServedRequest::resource)
        .containsExactly(
            "persistentvolumeclaims",
            "replicationsources",
            "persistentvolumes",
            "pods",
            "jobs",
            "volumeattachments");
  }

  /** A claim can be selected live in a namespace where the cache knew of none. */
  @Test
  void readsClaimsInFurtherNamespacesOnceTheyAreAskedFor() {
    client
        .resource(
            new PersistentVolumeClaimBuilder(SampleObjects.claim())
                .editMetadata()
                .withNamespace("bank")
                .endMetadata()
                .build())
        .create();
    reads.read(Evidence.CLAIMS, SHOP);
    assertThat(reads.live(ImmutableSet.of("shop", "bank"))).isEmpty();
    assertThat(reads.claims("bank").known()).hasSize(1);
    assertThat(reads.live(ImmutableSet.of("shop", "bank"))).containsExactly(Evidence.CLAIMS);
  }

  @Test
  void readsASingleClaimByAGet() {
    reads.read(Evidence.TEMPORARY_CLAIM, SHOP);
    assertThat(reads.readByItself(SampleObjects.CLAIM, "pv-1")).isEmpty();
    reads.readClaim(SampleObjects.TEMPORARY);
    assertThat(reads.readByItself(SampleObjects.CLAIM, "pv-1"))
        .containsExactly(Evidence.TEMPORARY_CLAIM);
    assertThat(reads.claim(SampleObjects.TEMPORARY)).isEqualTo(Observed.absent());
    assertThat(server.requests()).extracting(ServedRequest::verb).containsExactly("get");
  }

  @Test
  void isUnknownWhereAListFails() {
    server.forbid(request -> true);
    reads.read(Evidence.CLAIMS, SHOP);
    reads.read(Evidence.PODS, SHOP);
    assertThat(reads.claim(SampleObjects.CLAIM).why())
        .startsWith("cannot list persistentvolumeclaims in namespace shop: forbidden");
    assertThat(reads.podsOf(SampleObjects.CLAIM).isUnknown()).isTrue();
    assertThat(reads.hasFailed()).isTrue();
    assertThat(reads.live(SHOP)).containsExactly(Evidence.CLAIMS, Evidence.PODS);
  }

  @Test
  void isUnknownWhereAGetFails() {
    server.forbid(request -> true);
    reads.readClaim(SampleObjects.TEMPORARY);
    assertThat(reads.claim(SampleObjects.TEMPORARY).why())
        .startsWith("cannot get persistentvolumeclaim shop/data-handoff: forbidden");
    assertThat(reads.hasFailed()).isTrue();
  }
}
