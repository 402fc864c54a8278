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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Kills a controller at its first write: before the request is sent, or after the server carried it
 * out and before the controller learns of it. From then on nothing that it sends arrives.
 */
final class FatalWrite implements Interceptor {
  private final boolean afterwards;
  private final Runnable onDeath;
  private final AtomicReference<@Nullable HttpRequest> fatal = new AtomicReference<>();
  private volatile boolean dead;

  FatalWrite(boolean afterwards, Runnable onDeath) {
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
    if (!fatal.compareAndSet(null, request)) {
      throw gone();
    }
    if (!afterwards) {
      throw die();
    }
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    if (afterwards && isWrite(request) && response.isSuccessful() && !dead) {
      throw die();
    }
  }

  private static boolean isWrite(HttpRequest request) {
    String query = request.uri().getQuery();
    return !request.method().equals("GET") && (query == null || !query.contains("dryRun"));
  }

  private UncheckedIOException die() {
    dead = true;
    onDeath.run();
    return gone();
  }

  private static UncheckedIOException gone() {
    return new UncheckedIOException(new IOException("the controller was killed"));
  }
}
