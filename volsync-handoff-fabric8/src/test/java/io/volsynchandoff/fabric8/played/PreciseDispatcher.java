// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.mockwebserver.dsl.HttpMethod;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.Headers;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fabric8's CRUD dispatcher, made precise where the handoff needs it (facts §9): a delete keeps its
 * uid and resourceVersion preconditions, a dry run answers as the write would and writes nothing.
 * It keeps a log of requests, and can be told to answer otherwise.
 */
final class PreciseDispatcher extends Dispatcher {
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final String STATUS = "/status";

  private final KubernetesCrudDispatcher crud;
  private final KubernetesSerialization json = new KubernetesSerialization();
  private final Queue<ServedRequest> log = new ArrayDeque<>();
  private final List<Function<ServedRequest, @Nullable MockResponse>> answers =
      new CopyOnWriteArrayList<>();

  private final MissedDeletions deletions = new MissedDeletions();

  /** Once the server is closed, its watches need no end. */
  private final ExecutorService watchEnds =
      new ThreadPoolExecutor(
          0,
          1,
          1,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          new ThreadFactoryBuilder().setNameFormat("watch-ends").setDaemon(true).build(),
          new ThreadPoolExecutor.DiscardPolicy());

  PreciseDispatcher(KubernetesCrudDispatcher crud) {
    this.crud = crud;
  }

  /** An answer that comes before the server's own; null where it leaves a request alone. */
  void answer(Function<ServedRequest, @Nullable MockResponse> answer) {
    answers.add(answer);
  }

  void clearAnswers() {
    answers.clear();
  }

  ImmutableList<ServedRequest> requests() {
    synchronized (log) {
      return ImmutableList.copyOf(log);
    }
  }

  void forgetRequests() {
    synchronized (log) {
      log.clear();
    }
  }

  @Override
  public MockResponse dispatch(RecordedRequest recorded) {
    ServedRequest request = ServedRequest.of(recorded);
    synchronized (log) {
      log.add(request);
    }
    for (Function<ServedRequest, @Nullable MockResponse> answer : answers) {
      MockResponse response = answer.apply(request);
      if (response != null) {
        return response;
      }
    }
    RecordedRequest unread = copy(recorded, recorded.method(), request.body());
    if (request.isWatch()) {
      return watch(request, unread);
    }
    return request.method().equals("GET") ? crud.dispatch(unread) : write(request, unread);
  }

  private synchronized MockResponse watch(ServedRequest request, RecordedRequest recorded) {
    ImmutableList<String> events =
        deletions.since(request, path -> get(path) != null).stream()
            .map(object -> json.asJson(ImmutableMap.of("type", "DELETED", "object", object)))
            .collect(ImmutableList.toImmutableList());
    return ServedWatch.of(crud.dispatch(recorded), events, this::endWatch);
  }

  private void endWatch(Runnable end) {
    watchEnds.execute(
        () -> {
          synchronized (this) {
            end.run();
          }
        });
  }

  private static RecordedRequest copy(RecordedRequest request, HttpMethod method, String body) {
    return new RecordedRequest(
        request.getHttpVersion(),
        method,
        request.getPath(),
        request.getHeaders(),
        new Buffer().writeUtf8(body));
  }

  /** One write at a time, so that a precondition still holds when the write is done. */
  private synchronized MockResponse write(ServedRequest request, RecordedRequest recorded) {
    if (request.isDryRun()) {
      return rehearse(request);
    }
    Map<String, Object> before = request.method().equals("POST") ? null : get(request.path());
    MockResponse response = precisely(request, recorded);
    if (before != null && get(request.path()) == null) {
      deletions.add(request.path(), crud.requestResourceVersion(), before);
    }
    return response;
  }

  private MockResponse precisely(ServedRequest request, RecordedRequest recorded) {
    return switch (request.method()) {
      case "DELETE" -> delete(request, recorded);
      case "PATCH" -> patch(request, recorded);
      case "POST" -> {
        MockResponse taken = nameTaken(request, parse(request.body()));
        yield taken == null ? crud.dispatch(recorded) : taken;
      }
      default -> crud.dispatch(recorded);
    };
  }

  /**
   * The CRUD dispatcher would keep a null in a map of strings as a value, and takes a patch of the
   * status at whatever version.
   */
  private MockResponse patch(ServedRequest request, RecordedRequest recorded) {
    String type = recorded.getHeader("Content-Type");
    Map<String, Object> current = get(mainPath(request));
    if (current == null || type == null || !type.startsWith("application/merge-patch+json")) {
      return crud.dispatch(recorded);
    }
    Map<String, Object> patch = parse(request.body());
    MockResponse stale = stale(current, patch);
    if (stale != null) {
      return stale;
    }
    String merged = json.asJson(merged(current, patch));
    return crud.dispatch(copy(recorded, HttpMethod.PUT, merged));
  }

  /** The object's own path, where the request is for its status. */
  private static String mainPath(ServedRequest request) {
    String path = request.path();
    return path.endsWith(STATUS) ? path.substring(0, path.length() - STATUS.length()) : path;
  }

  private @Nullable MockResponse stale(Map<String, Object> current, Map<String, Object> patch) {
    Object wanted = metadata(patch).get("resourceVersion");
    return wanted == null || wanted.equals(metadata(current).get("resourceVersion"))
        ? null
        : status(CONFLICT, "Conflict", "the object has been modified");
  }

  private MockResponse delete(ServedRequest request, RecordedRequest recorded) {
    MockResponse failed = failedPrecondition(request);
    if (failed != null) {
      return failed;
    }
    Map<String, Object> current = get(request.path());
    if (current == null || !request.resource().equals("pods")) {
      return crud.dispatch(recorded);
    }
    Map<String, Object> held =
        request.body().contains("\"gracePeriodSeconds\":0")
            ? NodeHold.released(current)
            : NodeHold.placed(current);
    MockResponse written = crud.dispatch(copy(recorded, HttpMethod.PUT, json.asJson(held)));
    // It is gone with its last finalizer where it was marked before.
    return get(request.path()) == null ? written : crud.dispatch(recorded);
  }

  private @Nullable MockResponse failedPrecondition(ServedRequest request) {
    Map<String, Object> current = get(request.path());
    Object asked = request.body().isBlank() ? null : parse(request.body()).get("preconditions");
    if (current == null || !(asked instanceof Map<?, ?> preconditions)) {
      return null;
    }
    for (String field : ImmutableList.of("uid", "resourceVersion")) {
      Object wanted = preconditions.get(field);
      Object found = metadata(current).get(field);
      if (wanted != null && !wanted.equals(found)) {
        return status(
            CONFLICT,
            "Conflict",
            "Precondition failed: " + field + " in precondition: " + wanted + ", found: " + found);
      }
    }
    return null;
  }

  private MockResponse rehearse(ServedRequest request) {
    return request.method().equals("POST") ? rehearseCreate(request) : rehearsePatch(request);
  }

  private MockResponse rehearseCreate(ServedRequest request) {
    Map<String, Object> object = parse(request.body());
    MockResponse taken = nameTaken(request, object);
    if (taken != null) {
      return taken;
    }
    metadata(object).put("uid", UUID.randomUUID().toString());
    return response(CREATED, object);
  }

  private @Nullable MockResponse nameTaken(ServedRequest request, Map<String, Object> object) {
    Object name = metadata(object).get("name");
    return name == null || get(request.path() + "/" + name) == null
        ? null
        : status(CONFLICT, "AlreadyExists", request.resource() + " " + name + " already exists");
  }

  private MockResponse rehearsePatch(ServedRequest request) {
    Map<String, Object> current = get(request.path());
    if (current == null) {
      return status(NOT_FOUND, "NotFound", request.path() + " not found");
    }
    Map<String, Object> patch = parse(request.body());
    MockResponse stale = stale(current, patch);
    return stale == null ? response(OK, merged(current, patch)) : stale;
  }

  /** RFC 7396. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> merged(Map<String, Object> into, Map<String, Object> patch) {
    Map<String, Object> result = new LinkedHashMap<>(into);
    patch.forEach(
        (key, value) -> {
          if (value == null) {
            result.remove(key);
          } else if (value instanceof Map<?, ?> inner) {
            Object old = result.get(key) instanceof Map<?, ?> map ? map : new LinkedHashMap<>();
            result.put(key, merged((Map<String, Object>) old, (Map<String, Object>) inner));
          } else {
            result.put(key, value);
          }
        });
    return result;
  }

  private @Nullable Map<String, Object> get(String path) {
    MockResponse response = crud.handleGet(path);
    return response.code() == OK
        ? parse(new String(response.getBody().getBytes(), StandardCharsets.UTF_8))
        : null;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> metadata(Map<String, Object> object) {
    return (Map<String, Object>)
        object.computeIfAbsent("metadata", key -> new LinkedHashMap<String, Object>());
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> parse(String text) {
    return json.unmarshal(text, LinkedHashMap.class);
  }

  private MockResponse response(int code, Object body) {
    return new MockResponse()
        .setResponseCode(code)
        .setHeaders(Headers.builder().add("Content-Type", "application/json").build())
        .setBody(json.asJson(body));
  }

  MockResponse status(int code, String reason, String message) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("kind", "Status");
    status.put("apiVersion", "v1");
    status.put("status", "Failure");
    status.put("message", message);
    status.put("reason", reason);
    status.put("code", code);
    return response(code, status);
  }

  @Override
  public void shutdown() {
    crud.shutdown();
    watchEnds.shutdown();
  }
}
