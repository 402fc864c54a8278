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
    int code) {

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
        event.path("responseStatus").path("code").asInt());
  }

  /** Whether this is a watch, which is one request however long it lasts. */
  boolean watch() {
    return verb.equals("watch");
  }
}
