// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import io.fabric8.kubernetes.client.informers.ExceptionHandler;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.volsynchandoff.fabric8.ServerWords;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Whether a kind is known: from the end of a list on, until a list or a watch fails. The informer
 * tries again with backoff for ever; meanwhile the kind is unknown, and the reason names what is
 * not permitted.
 */
final class WatchState<T> implements ExceptionHandler, ResourceEventHandler<T> {
  private final String what;
  private final Runnable onChange;
  private final CompletableFuture<Void> answered = new CompletableFuture<>();
  private volatile @Nullable String unknown;

  /**
   * @param what is listed and watched, and where, for the operator
   * @param onChange called when it becomes known or unknown
   */
  WatchState(String what, Runnable onChange) {
    this.what = what;
    this.onChange = onChange;
    this.unknown = what + " was not listed yet";
  }

  /** Null where it is known. */
  @Nullable String whyUnknown() {
    return unknown;
  }

  /** Done once the first list has been read or refused. */
  CompletableFuture<Void> answered() {
    return answered;
  }

  @Override
  public boolean retryAfterException(boolean started, Throwable failure) {
    become("cannot list and watch " + what + ": " + ServerWords.of(failure));
    return true;
  }

  @Override
  public void onList(String resourceVersion, boolean remainedEmpty) {
    become(null);
  }

  private void become(@Nullable String why) {
    boolean changed = why == null ? unknown != null : !why.equals(unknown);
    unknown = why;
    if (changed) {
      onChange.run();
    }
    answered.complete(null);
  }

  @Override
  public void onAdd(T object) {
    // The store has it already.
  }

  @Override
  public void onUpdate(T before, T now) {
    // The store has it already.
  }

  @Override
  public void onDelete(T object, boolean finalStateUnknown) {
    // The store has it already.
  }
}
