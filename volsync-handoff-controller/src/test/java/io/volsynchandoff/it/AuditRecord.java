// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * One request as the API server's audit log tells it. A text is empty where the request has no such
 * thing, as a cluster-wide list has no namespace and no name.
 *
 * @param dryRun whether the request asked for a dry run
 * @param code the status code of the response, 0 where the log has none
 * @param askedVersion the resourceVersion that a service account's patch is conditional on
 * @param answeredVersion the resourceVersion of what came back of it
 */
record AuditRecord(
    String id,
    Instant received,
    String user,
    String verb,
    String apiGroup,
    String resource,
    String subresource,
    String namespace,
    String name,
    String requestUri,
    boolean dryRun,
    int code,
    String askedVersion,
    String answeredVersion) {

  private static final Pattern DRY_RUN = Pattern.compile("(^|&)dryRun=All(&|$)");

  static AuditRecord parse(JsonNode event) {
    JsonNode object = event.path("objectRef");
    String uri = event.path("requestURI").asText();
    String query = URI.create(uri).getQuery();
    return new AuditRecord(
        event.path("auditID").asText(),
        Instant.parse(event.path("requestReceivedTimestamp").asText()),
        event.path("user").path("username").asText(),
        event.path("verb").asText(),
        object.path("apiGroup").asText(),
        object.path("resource").asText(),
        object.path("subresource").asText(),
        object.path("namespace").asText(),
        object.path("name").asText(),
        uri,
        query != null && DRY_RUN.matcher(query).find(),
        event.path("responseStatus").path("code").asInt(),
        version(event.path("requestObject")),
        version(event.path("responseObject")));
  }

  private static String version(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }

  /** Whether the API server did what was asked. */
  boolean succeeded() {
    return code >= 200 && code < 300;
  }

  /** Whether this changes an object, or tries to: no read and no dry run. */
  boolean write() {
    return !dryRun && !verb.equals("get") && !verb.equals("list") && !watch();
  }

  /** Whether this is a patch that left its object at the version that it was at. */
  boolean changedNothing() {
    return verb.equals("patch") && succeeded() && askedVersion.equals(answeredVersion);
  }

  /** Whether this is a watch, which is one request however long it lasts. */
  boolean watch() {
    return verb.equals("watch");
  }
}
