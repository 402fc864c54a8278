// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.apply;

import com.google.common.collect.ImmutableSet;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.volsynchandoff.fabric8.ServerWords;
import io.volsynchandoff.fabric8.apply.Outcome.Answer;
import org.jspecify.annotations.Nullable;

/**
 * What a failed request means.
 *
 * <table>
 * <caption>Every answer of the API server</caption>
 * <tr><th>answer</th><th>is</th></tr>
 * <tr><td>409 {@code AlreadyExists}, to a create</td><td>EXISTS, once it was seen not to be ours;
 *     else applied</td></tr>
 * <tr><td>any other 409</td><td>CONFLICT</td></tr>
 * <tr><td>404, 410</td><td>GONE</td></tr>
 * <tr><td>401, 403</td><td>FORBIDDEN</td></tr>
 * <tr><td>408, 429, 5xx, and no answer at all</td><td>TRANSIENT</td></tr>
 * <tr><td>any other 4xx, among them 400 and 422</td><td>FATAL</td></tr>
 * </table>
 */
public final class Answers {
  private static final String ALREADY_EXISTS = "AlreadyExists";
  private static final ImmutableSet<Integer> GONE = ImmutableSet.of(404, 410);
  private static final ImmutableSet<Integer> FORBIDDEN = ImmutableSet.of(401, 403);
  private static final ImmutableSet<Integer> TRANSIENT = ImmutableSet.of(408, 425, 429);
  private static final int CONFLICT = 409;
  private static final int CLIENT_ERRORS = 400;
  private static final int SERVER_ERRORS = 500;

  private Answers() {}

  /** The outcome of a write that failed with this exception. */
  public static Outcome of(KubernetesClientException failure) {
    return Outcome.failed(answer(failure), ServerWords.of(failure));
  }

  private static Answer answer(KubernetesClientException failure) {
    int code = failure.getCode();
    if (code == CONFLICT) {
      return isAlreadyExists(failure.getStatus()) ? Answer.EXISTS : Answer.CONFLICT;
    }
    if (GONE.contains(code)) {
      return Answer.GONE;
    }
    if (FORBIDDEN.contains(code)) {
      return Answer.FORBIDDEN;
    }
    boolean refused = code >= CLIENT_ERRORS && code < SERVER_ERRORS && !TRANSIENT.contains(code);
    return refused ? Answer.FATAL : Answer.TRANSIENT;
  }

  private static boolean isAlreadyExists(@Nullable Status status) {
    return status != null && ALREADY_EXISTS.equals(status.getReason());
  }
}
