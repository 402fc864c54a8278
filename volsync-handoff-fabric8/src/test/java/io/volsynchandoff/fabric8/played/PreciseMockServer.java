// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.volsynchandoff.fabric8.ApiNames;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fabric8's mock API server in CRUD mode over real HTTP, without JUnit, with what the handoff rests
 * on made precise ({@link PreciseDispatcher}). It does not bind, garbage-collect or validate.
 */
public final class PreciseMockServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PreciseMockServer.class);
  private static final int FORBIDDEN = 403;
  private static final long PATIENCE_MILLIS = 1_000;

  private final PreciseDispatcher dispatcher;
  private final KubernetesMockServer server;

  private PreciseMockServer() {
    KubernetesCrudDispatcher crud = new KubernetesCrudDispatcher();
    crud.expectCustomResource(
        new CustomResourceDefinitionContext.Builder()
            .withGroup(ApiNames.REPLICATION_SOURCES.getGroup())
            .withVersion(ApiNames.REPLICATION_SOURCES.getVersion())
            .withKind(ApiNames.REPLICATION_SOURCES.getKind())
            .withPlural(ApiNames.REPLICATION_SOURCES.getPlural())
            .withScope("Namespaced")
            .withStatusSubresource(true)
            .build());
    dispatcher = new PreciseDispatcher(crud);
    server =
        new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), dispatcher, false);
    server.init();
  }

  /** A server on a free port of this machine. */
  public static PreciseMockServer start() {
    return new PreciseMockServer();
  }

  /**
   * A new client, to be closed by the caller.
   *
   * @param userAgent by which its requests are told from those of others
   */
  public KubernetesClient client(String userAgent) {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(server.url("/"))
            .withNamespace("default")
            .withUserAgent(userAgent)
            .withRequestRetryBackoffLimit(0)
            .withWatchReconnectInterval(100)
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  /** Makes a custom resource known, so that its status is a subresource. */
  public void expectCustomResource(CustomResourceDefinitionContext context) {
    server.expectCustomResource(context);
  }

  /** Every request so far, in the order of their arrival. */
  public ImmutableList<ServedRequest> requests() {
    return dispatcher.requests();
  }

  public void forgetRequests() {
    dispatcher.forgetRequests();
  }

  /** From now on requests that match are refused as RBAC refuses them. */
  public void forbid(Predicate<ServedRequest> which) {
    fail(
        FORBIDDEN,
        "Forbidden",
        "forbidden: User \"tester\" cannot do this",
        Integer.MAX_VALUE,
        which);
  }

  /**
   * The next requests that match fail.
   *
   * @param reason of the Status that is answered
   */
  public void fail(
      int code, String reason, String message, int times, Predicate<ServedRequest> which) {
    AtomicInteger left = new AtomicInteger(times);
    dispatcher.answer(
        request ->
            which.test(request) && left.getAndDecrement() > 0
                ? dispatcher.status(code, reason, message)
                : null);
  }

  /** Takes back every {@link #forbid} and {@link #fail}. */
  public void answerNormally() {
    dispatcher.clearAnswers();
  }

  /**
   * Closes the server, or leaves it to a thread of its own where that takes long: now and then the
   * mock server waits for ten seconds in vain, for a watch that was opened as its client closed.
   */
  @Override
  public void close() {
    Thread closing = new Thread(this::destroy, "mock-server-closing");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void destroy() {
    try {
      server.destroy();
    } catch (IllegalStateException e) {
      LOG.info("The mock server's connections did not close in time: {}", e.getMessage());
    }
  }
}
