// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.GroupObject;
import io.volsynchandoff.testkit.state.Kinds;
import io.volsynchandoff.testkit.state.MoverJob;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes the planner's view of one member from a cluster as it was seen. */
record MemberSnapshots(SeenCluster seen, @Nullable Freeze freeze, GroupObject group) {

  MemberSnapshot of(ClaimKey key, List<Rehearsal> rehearsals) {
    Observed<ClaimView> claim = seen.observed(Kinds.CLAIMS, key);
    Observed<VolumeView> volume = volume(key, claim);
    String namespace = key.namespace();
    return MemberSnapshot.builder()
        .key(key)
        .claim(claim)
        .temporaryClaim(seen.observed(Kinds.CLAIMS, HandoffNames.temporaryClaim(key)))
        .live(seen.live().ofMember(key))
        .volume(volume)
        .otherVolumes(otherVolumes(key, volume.orNull()))
        .sources(seen.listed(Kinds.SOURCES).where(in(namespace, source -> source.meta())))
        .jobs(jobs(namespace))
        .pods(seen.listed(Kinds.PODS).where(in(namespace, pod -> pod.meta())))
        .attachments(attachments(volume.orNull()))
        .nodes(seen.listed(Kinds.NODES))
        .csiDriver(csiDriver(volume.orNull()))
        .secrets(seen.listed(Kinds.SECRETS).where(each -> each.key().namespace().equals(namespace)))
        .namespace(seen.observed(Kinds.NAMESPACES, new ClaimKey("", namespace)))
        .rehearsals(rehearsals)
        .conditions(group.memberConditions().getOrDefault(key, ImmutableList.of()))
        .build();
  }

  private static <V> Predicate<V> in(String namespace, Function<V, Meta> meta) {
    return object -> meta.apply(object).namespace().equals(namespace);
  }

  private Listed<JobView> jobs(String namespace) {
    Listed<MoverJob> jobs = seen.listed(Kinds.JOBS).where(in(namespace, MoverJob::meta));
    return jobs.isUnknown()
        ? Listed.unknown(jobs.why())
        : Listed.of(jobs.known().stream().map(MoverJob::view).toList());
  }

  /**
   * The one that is frozen; else the one whose journal bears the claim and was not kept; else the
   * bound one; else the one that was kept.
   */
  private Observed<VolumeView> volume(ClaimKey key, Observed<ClaimView> claim) {
    FrozenMember frozen = freeze == null ? null : freeze.member(key);
    if (frozen != null) {
      return named(frozen.volume());
    }
    Listed<VolumeView> journalled =
        seen.listed(Kinds.VOLUMES).where(volume -> bearsClaim(volume, key));
    Observed<VolumeView> current = SeenCluster.first(journalled.where(volume -> !isKept(volume)));
    if (!current.isAbsent()) {
      return current;
    }
    ClaimView present = claim.orNull();
    Observed<VolumeView> bound =
        present == null || present.volumeName() == null
            ? Observed.absent()
            : named(present.volumeName());
    if (claim.isUnknown()) {
      return Observed.unknown(claim.why());
    }
    return bound.isAbsent() ? SeenCluster.first(journalled) : bound;
  }

  private static boolean isKept(VolumeView volume) {
    return volume.journal().matches(journal -> journal.ending() == VolumeJournal.Ending.KEPT);
  }

  private Observed<VolumeView> named(String volume) {
    return seen.observed(Kinds.VOLUMES, new ClaimKey("", volume));
  }

  private static boolean bearsClaim(VolumeView volume, ClaimKey key) {
    return volume
        .journal()
        .matches(
            journal ->
                journal.claim().key().equals(key)
                    && journal.volumeUid().equals(volume.meta().uid()));
  }

  private Listed<VolumeView> otherVolumes(ClaimKey key, @Nullable VolumeView volume) {
    return seen.listed(Kinds.VOLUMES)
        .where(
            other ->
                volume == null
                    ? bearsClaim(other, key)
                    : !other.meta().name().equals(volume.meta().name())
                        && (other.handle().equals(volume.handle()) || bearsClaim(other, key)));
  }

  private Listed<AttachmentView> attachments(@Nullable VolumeView volume) {
    return seen.listed(Kinds.ATTACHMENTS)
        .where(each -> volume != null && each.volumeName().equals(volume.meta().name()));
  }

  private Observed<CsiDriverView> csiDriver(@Nullable VolumeView volume) {
    return volume == null || volume.csiDriver() == null
        ? Observed.absent()
        : seen.observed(Kinds.CSI_DRIVERS, new ClaimKey("", volume.csiDriver()));
  }
}
