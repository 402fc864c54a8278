// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A watch of the mock server, with two things mended: it is told what it missed before it began,
 * and its end disturbs no one. Fabric8's own listener waits, when its watch is closed, for an event
 * that is being sent, on the one thread that could send it; and a write that meets a listener which
 * is closing fails.
 */
final class ServedWatch extends WebSocketListener {
  private final WebSocketListener server;
  private final ImmutableList<String> missed;
  private final Executor executor;

  private ServedWatch(WebSocketListener server, ImmutableList<String> missed, Executor executor) {
    this.server = server;
    this.missed = missed;
    this.executor = executor;
  }

  /**
   * The answer to a watch request.
   *
   * @param answer as fabric8 gives it
   * @param missed the events to be sent when it opens
   * @param executor ends watches one by one, not on the server's own threads, while there are no
   *     writes
   */
  static MockResponse of(MockResponse answer, ImmutableList<String> missed, Executor executor) {
    WebSocketListener listener = answer.getWebSocketListener();
    return listener == null
        ? answer
        : new MockResponse().withWebSocketUpgrade(new ServedWatch(listener, missed, executor));
  }

  @Override
  public void onBeforeAccept(WebSocket socket, Response response) {
    server.onBeforeAccept(socket, response);
  }

  @Override
  public void onOpen(WebSocket socket, Response response) {
    server.onOpen(socket, response);
    missed.forEach(socket::send);
  }

  @Override
  public void onMessage(WebSocket socket, String text) {
    server.onMessage(socket, text);
  }

  @Override
  public void onClosing(WebSocket socket, int code, String reason) {
    executor.execute(() -> server.onClosing(socket, code, reason));
  }

  @Override
  public void onClosed(WebSocket socket, int code, String reason) {
    executor.execute(() -> withoutWaiting(() -> server.onClosed(socket, code, reason)));
  }

  @Override
  public void onFailure(WebSocket socket, Throwable failure, @Nullable Response response) {
    executor.execute(() -> withoutWaiting(() -> server.onFailure(socket, failure, response)));
  }

  /** Once interrupted, the listener does not wait for what it is sending, and takes itself off. */
  private static void withoutWaiting(Runnable end) {
    Thread.currentThread().interrupt();
    try {
      end.run();
    } finally {
      var unused = Thread.interrupted();
    }
  }
}
