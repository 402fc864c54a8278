// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Kills a controller at its first write: before the request is sent, or after the server carried it
 * out. From then on nothing that it sends arrives.
 */
final class FatalWrite implements Interceptor {
  private final boolean afterwards;
  private final Consumer<String> onDeath;
  private final AtomicBoolean underWay = new AtomicBoolean();
  private volatile boolean dead;

  /**
   * @param afterwards whether the server is to carry the write out
   * @param onDeath is told the moment and the write, once
   */
  FatalWrite(boolean afterwards, Consumer<String> onDeath) {
    this.afterwards = afterwards;
    this.onDeath = onDeath;
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    if (dead) {
      throw gone();
    }
    if (!isWrite(request)) {
      return;
    }
    if (!underWay.compareAndSet(false, true)) {
      throw gone();
    }
    if (!afterwards) {
      throw die("before", request);
    }
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    if (!afterwards || !isWrite(request) || dead) {
      return;
    }
    if (response.isSuccessful()) {
      throw die("after", request);
    }
    // A conflict, say: it changed nothing, and the next write is the one to die after.
    underWay.set(false);
  }

  @Override
  public void afterConnectionFailure(HttpRequest request, Throwable failure) {
    if (isWrite(request)) {
      underWay.set(false);
    }
  }

  private static boolean isWrite(HttpRequest request) {
    String query = request.uri().getQuery();
    return !request.method().equals("GET") && (query == null || !query.contains("dryRun"));
  }

  private UncheckedIOException die(String moment, HttpRequest request) {
    dead = true;
    String verb = request.method().toLowerCase(Locale.ROOT);
    onDeath.accept(moment + " its " + verb + " of " + target(request.uri().getPath()));
    return gone();
  }

  /** What follows the namespace or the version of the API. */
  private static String target(String path) {
    return path.replaceFirst("^/apis?/([^/]+\\.[^/]+/)?v[^/]+/(namespaces/[^/]+/)?", "");
  }

  private static UncheckedIOException gone() {
    return new UncheckedIOException(new IOException("the controller was killed"));
  }
}
