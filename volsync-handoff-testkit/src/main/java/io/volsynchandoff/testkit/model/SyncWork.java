// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.OwnerView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.MoverJob;
import org.jspecify.annotations.Nullable;

/**
 * The work of one sync, reconcile by reconcile (facts §1.4, §2.3): the source claim is read first,
 * then the copy is made where the copy method wants one, then the Job. What is found under the name
 * is used, whatever it was made from.
 */
final class SyncWork {
  /** As many failures of a Job make VolSync delete it and begin anew, with the same copy. */
  private static final int BACKOFF_LIMIT = 2;

  private SyncWork() {}

  static Reconcile synchronize(ClusterState seen, SourceView source) {
    ClaimView claim = seen.claim(source.sourceClaimKey());
    if (claim == null) {
      return Reconcile.failing("PersistentVolumeClaim \"" + source.sourceClaim() + "\" not found");
    }
    Reconcile copying = SourceCopy.isWanted(source) ? SourceCopy.make(seen, source, claim) : null;
    if (copying != null) {
      return copying;
    }
    String secret = source.secretName();
    if (secret != null
        && seen.get(Kinds.SECRETS, new ClaimKey(source.meta().namespace(), secret)) == null) {
      return Reconcile.failing("Secret \"" + secret + "\" not found");
    }
    return runJob(seen.get(Kinds.JOBS, VolSyncNames.job(source)), source);
  }

  private static Reconcile runJob(@Nullable MoverJob job, SourceView source) {
    MoverJob wanted = jobOf(source);
    ClaimKey key = VolSyncNames.job(source);
    if (job == null) {
      return Reconcile.going("makes its Job", state -> createJob(state, wanted));
    }
    if (!job.meta().isOwnedBy(source.meta().uid())) {
      return Reconcile.failing("Job " + key + " is owned by another source");
    }
    if (!job.template().equals(wanted.template())) {
      return Reconcile.failing(
          "Job template is immutable: the Job is replaced",
          state -> ApiServer.delete(state, Kinds.JOBS, key));
    }
    if (job.suspended() != wanted.suspended()) {
      return Reconcile.going(
          wanted.suspended() ? "suspends its Job" : "resumes its Job",
          state ->
              ApiServer.edit(
                  state, Kinds.JOBS, key, found -> found.withSuspended(wanted.suspended())));
    }
    if (job.failures() >= BACKOFF_LIMIT) {
      return new Reconcile(
          "gives its failed Job up",
          state -> ApiServer.delete(state, Kinds.JOBS, key),
          (current, now) -> SyncStatus.moverFailed(current));
    }
    return job.completed()
        ? new Reconcile("completes its sync", SyncStatus::completed)
        : Reconcile.going("waits for its mover", state -> state);
  }

  private static ClusterState createJob(ClusterState state, MoverJob wanted) {
    return state.get(Kinds.JOBS, Kinds.JOBS.key(wanted)) == null
        ? ApiServer.create(state, Kinds.JOBS, wanted)
        : state;
  }

  private static MoverJob jobOf(SourceView source) {
    ClaimKey key = VolSyncNames.job(source);
    Meta meta =
        Meta.builder()
            .namespace(key.namespace())
            .name(key.name())
            .uid("")
            .labels(
                ImmutableMap.of(
                    VolSyncNames.CREATED_BY_LABEL,
                    VolSyncNames.VOLSYNC,
                    VolSyncNames.CLEANUP_LABEL,
                    source.meta().uid()))
            .addOwners(owner(source))
            .build();
    String claim =
        SourceCopy.isWanted(source) ? VolSyncNames.copy(source).name() : source.sourceClaim();
    return new MoverJob(
        JobView.builder().meta(meta).build(),
        new MoverJob.Template(
            claim, VolSyncNames.podLabels(source), source.secretName(), source.debugMover()),
        source.paused(),
        0);
  }

  private static OwnerView owner(SourceView source) {
    return new OwnerView(
        "volsync.backube/v1alpha1",
        Kinds.SOURCES.name(),
        source.meta().name(),
        source.meta().uid(),
        true,
        true);
  }

  /** Everything that bears the source's uid as its cleanup label is deleted, by a live list. */
  static ClusterState cleanUp(ClusterState state, SourceView source) {
    ClusterState cleaned = SourceCopy.cleanUp(state, source);
    ImmutableList<ClaimKey> jobs =
        state.all(Kinds.JOBS).values().stream()
            .filter(job -> job.meta().isOwnedBy(source.meta().uid()))
            .map(Kinds.JOBS::key)
            .collect(ImmutableList.toImmutableList());
    for (ClaimKey job : jobs) {
      cleaned = ApiServer.delete(cleaned, Kinds.JOBS, job);
    }
    return cleaned;
  }
}
