// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.state.ClusterState;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * What one reconcile of a source comes to.
 *
 * @param name what it does, for the trace
 * @param work what it makes and deletes: not conditional on the source's version
 * @param status the source with its new status, at a time: conditional on the source's version
 */
record Reconcile(
    String name,
    UnaryOperator<ClusterState> work,
    BiFunction<SourceView, Instant, SourceView> status) {

  Reconcile(String name, BiFunction<SourceView, Instant, SourceView> status) {
    this(name, UnaryOperator.identity(), status);
  }

  /** A reconcile that returns an error: the open sync stays open. */
  static Reconcile failing(String error) {
    return failing(error, UnaryOperator.identity());
  }

  static Reconcile failing(String error, UnaryOperator<ClusterState> work) {
    return new Reconcile(
        "fails: " + error, work, (source, now) -> SyncStatus.failed(source, error));
  }

  /** A reconcile after which the sync is still in flight. */
  static Reconcile going(String name, UnaryOperator<ClusterState> work) {
    return new Reconcile(name, work, (source, now) -> SyncStatus.inProgress(source));
  }
}
