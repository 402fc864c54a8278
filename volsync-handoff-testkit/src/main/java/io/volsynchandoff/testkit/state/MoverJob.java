// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Meta;
import org.jspecify.annotations.Nullable;

/**
 * A mover's Job, with what its pod template and status hold beyond the core's view.
 *
 * @param view metadata and completion, as the planner reads them
 * @param template what its pods are made from; immutable in the API
 * @param suspended {@code parallelism: 0}, as VolSync sets it for a paused source (facts §1.2)
 * @param failures {@code status.failed}
 */
public record MoverJob(JobView view, Template template, boolean suspended, int failures) {

  /**
   * The part of the pod template that follows from the source. A change of any of these makes
   * VolSync replace the Job (facts §1.4).
   *
   * @param claim the claim that is mounted: the source claim itself or the copy of it
   * @param podLabels the whole labels of the pods
   * @param secret the secret that is mounted, or null
   * @param debug VolSync's debug mover: it ends well without having synced (facts §4.3)
   */
  public record Template(
      String claim,
      ImmutableMap<String, String> podLabels,
      @Nullable String secret,
      boolean debug) {}

  public Meta meta() {
    return view.meta();
  }

  public boolean completed() {
    return view.completed();
  }

  public MoverJob withView(JobView changed) {
    return new MoverJob(changed, template, suspended, failures);
  }

  public MoverJob asCompleted() {
    return withView(JobView.builder().from(view).completed(true).build());
  }

  public MoverJob withFailures(int changed) {
    return new MoverJob(view, template, suspended, changed);
  }

  public MoverJob withSuspended(boolean changed) {
    return new MoverJob(view, template, changed, failures);
  }
}
