// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The deletions that a watch must still hear of, because they came between the list that its
 * resourceVersion is from and its own beginning. Fabric8's watches begin with what is there, so
 * that nothing else is missed.
 */
final class MissedDeletions {
  /**
   * @param path of the object
   */
  private record Deletion(String path, long version, Map<String, Object> object) {}

  private final List<Deletion> deletions = new ArrayList<>();

  void add(String path, long version, Map<String, Object> object) {
    deletions.add(new Deletion(path, version, object));
  }

  /** What a watch is told when it opens, besides what the server tells it. */
  ImmutableList<Map<String, Object>> since(ServedRequest watch, Predicate<String> exists) {
    long version = version(watch);
    return deletions.stream()
        .filter(deletion -> deletion.version() > version && isIn(watch, deletion.path()))
        .filter(deletion -> !exists.test(deletion.path()))
        .map(Deletion::object)
        .collect(ImmutableList.toImmutableList());
  }

  private static long version(ServedRequest watch) {
    for (String parameter : Splitter.on('&').split(watch.query())) {
      if (parameter.matches("resourceVersion=[0-9]+")) {
        return Long.parseLong(parameter.substring(parameter.indexOf('=') + 1));
      }
    }
    return Long.MAX_VALUE;
  }

  /** In the namespace that is watched, or in any where all of them are. */
  private static boolean isIn(ServedRequest watch, String path) {
    String collection = path.substring(0, path.lastIndexOf('/'));
    return collection.equals(watch.path())
        || collection.replaceFirst("/namespaces/[^/]+/", "/").equals(watch.path());
  }

  static MockResponse telling(MockResponse watch, ImmutableList<String> events) {
    WebSocketListener listener = watch.getWebSocketListener();
    return listener == null || events.isEmpty()
        ? watch
        : new MockResponse().withWebSocketUpgrade(new Telling(listener, events));
  }

  private static final class Telling extends WebSocketListener {
    private final WebSocketListener server;
    private final ImmutableList<String> events;

    Telling(WebSocketListener server, ImmutableList<String> events) {
      this.server = server;
      this.events = events;
    }

    @Override
    public void onBeforeAccept(WebSocket socket, Response response) {
      server.onBeforeAccept(socket, response);
    }

    @Override
    public void onOpen(WebSocket socket, Response response) {
      server.onOpen(socket, response);
      events.forEach(socket::send);
    }

    @Override
    public void onMessage(WebSocket socket, String text) {
      server.onMessage(socket, text);
    }

    @Override
    public void onClosing(WebSocket socket, int code, String reason) {
      server.onClosing(socket, code, reason);
    }

    @Override
    public void onClosed(WebSocket socket, int code, String reason) {
      server.onClosed(socket, code, reason);
    }

    @Override
    public void onFailure(WebSocket socket, Throwable failure, @Nullable Response response) {
      server.onFailure(socket, failure, response);
    }
  }
}
