// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/** Does something for each of several members at once, as far as the executor lets it. */
final class MemberTasks {
  private final Executor executor;

  MemberTasks(Executor executor) {
    this.executor = executor;
  }

  /**
   * The results in the order of the inputs. One that fails hides none of the others.
   *
   * @param onFailure the result where the task threw, or the executor takes no more tasks
   */
  <I, R> ImmutableList<R> each(
      List<I> inputs, Function<I, R> task, Function<FailedTask<I>, R> onFailure) {
    if (inputs.size() == 1) {
      return ImmutableList.of(guarded(inputs.get(0), task, onFailure));
    }
    List<CompletableFuture<R>> running =
        inputs.stream().map(input -> start(input, task, onFailure)).toList();
    return running.stream().map(CompletableFuture::join).collect(ImmutableList.toImmutableList());
  }

  /** An input whose task threw. */
  record FailedTask<I>(I input, RuntimeException failure) {}

  private <I, R> CompletableFuture<R> start(
      I input, Function<I, R> task, Function<FailedTask<I>, R> onFailure) {
    try {
      return CompletableFuture.supplyAsync(() -> guarded(input, task, onFailure), executor);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(onFailure.apply(new FailedTask<>(input, e)));
    }
  }

  private static <I, R> R guarded(
      I input, Function<I, R> task, Function<FailedTask<I>, R> onFailure) {
    try {
      return task.apply(input);
    } catch (CompletionException e) {
      throw e;
    } catch (RuntimeException e) {
      return onFailure.apply(new FailedTask<>(input, e));
    }
  }
}
