// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.base.Splitter;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request that the mock server got.
 *
 * @param method in upper case
 * @param path without query
 * @param query without the question mark; empty where there is none
 * @param userAgent tells clients apart; empty where none was sent
 * @param body empty where there is none
 */
public record ServedRequest(
    String method, String path, String query, String userAgent, String body) {

  static ServedRequest of(RecordedRequest request) {
    List<String> parts = Splitter.on('?').limit(2).splitToList(request.getPath());
    String agent = request.getHeader("User-Agent");
    String body = request.getUtf8Body();
    return new ServedRequest(
        request.getMethod(),
        parts.get(0),
        parts.size() > 1 ? parts.get(1) : "",
        orEmpty(agent),
        orEmpty(body));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  public boolean isWatch() {
    return query.contains("watch=true");
  }

  public boolean isDryRun() {
    return query.contains("dryRun=All");
  }

  /** True for what changes an object: neither a read nor a dry run. */
  public boolean isWrite() {
    return !method.equals("GET") && !isDryRun();
  }

  /** True for a GET of a collection that is no watch. */
  public boolean isList() {
    return method.equals("GET") && !isWatch() && path.endsWith("/" + resource());
  }

  /** The verb as RBAC names it: get, list, watch, create, patch, update or delete. */
  public String verb() {
    return switch (method) {
      case "GET" -> isWatch() ? "watch" : isList() ? "list" : "get";
      case "POST" -> "create";
      case "PUT" -> "update";
      default -> method.toLowerCase(Locale.ROOT);
    };
  }

  /** The plural of the object's kind, such as {@code persistentvolumeclaims}. */
  public String resource() {
    List<String> parts = Splitter.on('/').omitEmptyStrings().splitToList(path);
    int kind = parts.get(0).equals("api") ? 2 : 3;
    boolean namespaced = parts.size() > kind + 2 && parts.get(kind).equals("namespaces");
    return parts.get(namespaced ? kind + 2 : Math.min(kind, parts.size() - 1));
  }

  @Override
  public String toString() {
    return method + " " + path + (query.isEmpty() ? "" : "?" + query);
  }
}
