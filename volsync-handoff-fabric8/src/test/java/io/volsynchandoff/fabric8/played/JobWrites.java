// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.volsynchandoff.fabric8.read.Views;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.MoverJob;
import io.volsynchandoff.testkit.state.MoverJob.Template;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Jobs: made by VolSync, run by the played Job controller and movers. */
final class JobWrites extends ObjectWrites<MoverJob> {
  /** Keeps a real Job controller from running the Job too. */
  private static final String MANAGED_BY = "volsync-handoff.io/played";

  /** VolSync's own name for the switch in the container (facts §4.3). */
  private static final String DEBUG = "ENABLE_DEBUG_MOVER";

  /** What the API server adds to the labels of a Job's template. */
  private static final ImmutableSet<String> ADDED_LABELS =
      ImmutableSet.of(
          "controller-uid",
          "job-name",
          "batch.kubernetes.io/controller-uid",
          "batch.kubernetes.io/job-name");

  private final InstantSource clock;

  JobWrites(InstantSource clock) {
    super(Kinds.JOBS);
    this.clock = clock;
  }

  static MoverJob view(Job job) {
    PodTemplateSpec template = job.getSpec().getTemplate();
    String claim = "";
    String secret = null;
    for (Volume volume : template.getSpec().getVolumes()) {
      if (volume.getPersistentVolumeClaim() != null) {
        claim = volume.getPersistentVolumeClaim().getClaimName();
      } else if (volume.getSecret() != null) {
        secret = volume.getSecret().getSecretName();
      }
    }
    Integer failed = job.getStatus() == null ? null : job.getStatus().getFailed();
    Integer parallelism = job.getSpec().getParallelism();
    return new MoverJob(
        Views.job(job),
        new Template(claim, podLabels(template), secret, isDebug(template.getSpec())),
        parallelism != null && parallelism == 0,
        failed == null ? 0 : failed);
  }

  private static ImmutableMap<String, String> podLabels(PodTemplateSpec template) {
    Map<String, String> labels = template.getMetadata().getLabels();
    return ImmutableMap.copyOf(Maps.filterKeys(labels, key -> !ADDED_LABELS.contains(key)));
  }

  private static boolean isDebug(PodSpec pod) {
    return pod.getContainers().get(0).getEnv().stream()
        .anyMatch(variable -> DEBUG.equals(variable.getName()));
  }

  @Override
  Fields draft(MoverJob created) {
    Template template = created.template();
    Fields pod =
        PodWrites.spec(ImmutableSet.of(template.claim()), template.secret(), environment(template))
            .with("restartPolicy", "Never");
    Fields spec =
        Fields.of()
            .with("parallelism", created.suspended() ? 0 : 1)
            .with("backoffLimit", 2)
            .with("managedBy", MANAGED_BY)
            .with(
                "template",
                Fields.of()
                    .with("metadata", Fields.of().with("labels", template.podLabels()))
                    .with("spec", pod));
    return Fields.of().with("apiVersion", "batch/v1").with("kind", "Job").with("spec", spec);
  }

  private static @Nullable List<Map<String, Object>> environment(Template template) {
    return template.debug()
        ? ImmutableList.of(Fields.of().with("name", DEBUG).with("value", "1").map())
        : null;
  }

  @Override
  Fields spec(MoverJob before, MoverJob after) {
    return Fields.of().changed("parallelism", parallelism(before), parallelism(after));
  }

  private static int parallelism(MoverJob job) {
    return job.suspended() ? 0 : 1;
  }

  @Override
  Fields status(MoverJob before, MoverJob after) {
    Fields status = Fields.of();
    if (before.failures() != after.failures()) {
      status.with("startTime", now()).with("failed", after.failures());
    }
    return before.completed() == after.completed()
        ? status
        : status
            .with("startTime", now())
            .with("completionTime", now())
            .with("succeeded", 1)
            .with(
                "conditions",
                ImmutableList.of(condition("SuccessCriteriaMet"), condition("Complete")));
  }

  private Map<String, Object> condition(String type) {
    return Fields.of()
        .with("type", type)
        .with("status", "True")
        .with("lastTransitionTime", now())
        .map();
  }

  private String now() {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return now.toString();
  }
}
