// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.jspecify.annotations.Nullable;

/** What the API server said when a request failed, for the operator. */
public final class ServerWords {
  private ServerWords() {}

  /** The server's own words where there are any, else what the client says. */
  public static String of(Throwable failure) {
    KubernetesClientException answer = answer(failure);
    Status status = answer == null ? null : answer.getStatus();
    if (status != null && status.getMessage() != null) {
      return status.getMessage();
    }
    Throwable cause = failure.getCause();
    String message = String.valueOf(failure.getMessage());
    return cause == null || cause.getMessage() == null || message.contains(cause.getMessage())
        ? message
        : message + ": " + cause.getMessage();
  }

  /** The client wraps an answer in exceptions of its futures and watches. */
  private static @Nullable KubernetesClientException answer(Throwable failure) {
    for (Throwable it = failure; it != null; it = it.getCause()) {
      if (it instanceof KubernetesClientException answer && answer.getStatus() != null) {
        return answer;
      }
    }
    return null;
  }
}
