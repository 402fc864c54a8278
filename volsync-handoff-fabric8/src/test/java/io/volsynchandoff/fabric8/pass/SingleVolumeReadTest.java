// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy;
import io.volsynchandoff.fabric8.SampleObjects;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import io.volsynchandoff.fabric8.played.ServedRequest;
import io.volsynchandoff.fabric8.read.LiveReads;
import io.volsynchandoff.fabric8.read.Views;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A volume that is read by itself is seen so wherever volumes are asked for. */
class SingleVolumeReadTest {
  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient client = server.client("test");
  private final FixedReads cache = new FixedReads();
  private final LiveReads reads = new LiveReads(client, cache);

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void aVolumeReadByItselfShowsInEveryList() {
    VolumeView stale = retained("pv-1");
    cache.volumes.add(stale);
    cache.volumes.add(retained("pv-2"));
    cache.volumes.add(retained("pv-3"));
    client.resource(SampleObjects.volume("pv-1")).create();
    server.forgetRequests();
    assertThat(reads.readByItself(SampleObjects.CLAIM, "pv-1")).isEmpty();

    reads.readVolume("pv-1");
    reads.readVolume("pv-2");

    assertThat(reads.readByItself(SampleObjects.CLAIM, "pv-1")).containsExactly(Evidence.VOLUME);
    assertThat(reads.readByItself(SampleObjects.CLAIM, "pv-3")).isEmpty();
    assertThat(reads.volume("pv-2")).isEqualTo(Observed.absent());
    assertThat(reads.volumes().known())
        .extracting(volume -> volume.meta().name() + " " + volume.policy().text())
        .containsExactly("pv-1 Delete", "pv-3 Retain");
    assertThat(reads.volumesOfHandle(stale.handle()).known())
        .extracting(VolumeView::policy)
        .containsExactly(ReclaimPolicy.DELETE);
    assertThat(server.requests()).extracting(ServedRequest::verb).containsExactly("get", "get");
  }

  @Test
  void aVolumeThatCannotBeReadMakesTheListsUnknown() {
    cache.volumes.add(retained("pv-1"));
    server.forbid(request -> true);

    reads.readVolume("pv-1");

    assertThat(reads.volume("pv-1").why())
        .startsWith("cannot get persistentvolume pv-1: forbidden");
    assertThat(reads.volumes().isUnknown()).isTrue();
    assertThat(reads.hasFailed()).isTrue();
  }

  private static VolumeView retained(String name) {
    return Views.volume(
        new PersistentVolumeBuilder(SampleObjects.volume(name))
            .editSpec()
            .withPersistentVolumeReclaimPolicy("Retain")
            .endSpec()
            .build());
  }
}
