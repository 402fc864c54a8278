// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.volsynchandoff.fabric8.played.PreciseMockServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** At which write a controller dies, and what the server has seen of it. */
class FatalWriteTest {
  private final PreciseMockServer server = PreciseMockServer.start();
  private final KubernetesClient observer = server.client("observer");
  private final List<String> deaths = new CopyOnWriteArrayList<>();
  private final ConfigMap created =
      observer
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withNamespace("shop")
                  .withName("written")
                  .endMetadata()
                  .build())
          .create();

  @AfterEach
  void close() {
    observer.close();
    server.close();
  }

  @Test
  void aWriteThatItDiesBeforeDoesNotArrive() {
    try (KubernetesClient mortal = mortal(false)) {
      assertThatThrownBy(() -> write(mortal, null)).hasMessageContaining("was killed");
    }
    assertThat(written()).isEmpty();
    assertThat(deaths).containsExactly("before its patch of configmaps/written");
  }

  @Test
  void aWriteThatItDiesAfterArrivesAndNothingElseDoes() {
    try (KubernetesClient mortal = mortal(true)) {
      write(mortal, null);
      assertThatThrownBy(() -> mortal.configMaps().inNamespace("shop").list())
          .hasMessageContaining("was killed");
    }
    assertThat(written()).isEqualTo(Map.of("wrote", "yes"));
    assertThat(deaths).containsExactly("after its patch of configmaps/written");
  }

  /** A conflict is no write: a controller that waited for its answer would live for ever. */
  @Test
  void aRefusedWriteIsNotTheOneToDieAfter() {
    try (KubernetesClient mortal = mortal(true)) {
      assertThatThrownBy(() -> write(mortal, "0"))
          .isInstanceOfSatisfying(
              KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
      assertThat(deaths).isEmpty();
      write(mortal, null);
    }
    assertThat(written()).isEqualTo(Map.of("wrote", "yes"));
    assertThat(deaths).containsExactly("after its patch of configmaps/written");
  }

  private Map<String, String> written() {
    return observer.resource(created).get().getData();
  }

  private static void write(KubernetesClient client, @Nullable String version) {
    String meta = version == null ? "" : ",\"metadata\":{\"resourceVersion\":\"" + version + "\"}";
    client
        .configMaps()
        .inNamespace("shop")
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("written")
                .endMetadata()
                .build())
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"wrote\":\"yes\"}" + meta + "}");
  }

  private KubernetesClient mortal(boolean afterwards) {
    FatalWrite fatal = new FatalWrite(afterwards, deaths::add);
    return new KubernetesClientBuilder()
        .withConfig(observer.getConfiguration())
        .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("fatal-write", fatal))
        .build();
  }
}
