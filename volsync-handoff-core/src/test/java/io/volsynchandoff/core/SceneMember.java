// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One member of a {@link Scene}: every field of its snapshot, to be changed as a test needs it. */
final class SceneMember {
  final ClaimKey key;
  Observed<ClaimView> claim = Observed.absent();
  Observed<ClaimView> temporaryClaim = Observed.absent();
  Observed<VolumeView> volume = Observed.absent();
  Listed<VolumeView> otherVolumes = Listed.none();
  Listed<SourceView> sources = Listed.none();
  Listed<JobView> jobs = Listed.none();
  Listed<PodView> pods = Listed.none();
  Listed<AttachmentView> attachments = Listed.none();
  Listed<NodeView> nodes = Listed.of(List.of(new NodeView("n1", true, false)));
  Observed<CsiDriverView> csiDriver = Observed.of(new CsiDriverView("csi.example", true));
  Listed<SecretView> secrets;
  Observed<NamespaceView> namespace;
  List<Rehearsal> rehearsals = new ArrayList<>();
  List<Condition> conditions = new ArrayList<>();
  FrozenMember frozen;

  SceneMember(ClaimKey key) {
    this.key = key;
    this.secrets = Listed.of(List.of(new SecretView(secretKey(), "1")));
    this.namespace = Observed.of(new NamespaceView(key.namespace(), false));
    this.frozen =
        new FrozenMember(key, claimUid(), volumeName(), sourceUid(), ImmutableSortedSet.of("n1"));
  }

  String claimUid() {
    return "uid-" + key.name();
  }

  String temporaryUid() {
    return "uid-t-" + key.name();
  }

  String volumeName() {
    return "pv-" + key.name();
  }

  String sourceUid() {
    return "uid-rs-" + key.name();
  }

  ClaimKey secretKey() {
    return new ClaimKey(key.namespace(), "psk");
  }

  ClaimKey temporaryKey() {
    return HandoffNames.temporaryClaim(key);
  }

  /** Names T by the uid that it has in every scene, or by name alone. */
  ClaimRef toTemporary(@Nullable String uid) {
    return new ClaimRef(temporaryKey(), uid);
  }

  SceneMember claim(UnaryOperator<ClaimView.Builder> change) {
    claim = Observed.of(change.apply(ClaimView.builder().from(theClaim())).build());
    return this;
  }

  SceneMember claimMeta(UnaryOperator<Meta.Builder> change) {
    return claim(c -> c.meta(change.apply(Meta.builder().from(theClaim().meta())).build()));
  }

  SceneMember temporary(UnaryOperator<ClaimView.Builder> change) {
    temporaryClaim = Observed.of(change.apply(ClaimView.builder().from(theTemporary())).build());
    return this;
  }

  SceneMember temporaryMeta(UnaryOperator<Meta.Builder> change) {
    return temporary(t -> t.meta(change.apply(Meta.builder().from(theTemporary().meta())).build()));
  }

  SceneMember volume(UnaryOperator<VolumeView.Builder> change) {
    volume = Observed.of(change.apply(VolumeView.builder().from(theVolume())).build());
    return this;
  }

  SceneMember volumeMeta(UnaryOperator<Meta.Builder> change) {
    return volume(v -> v.meta(change.apply(Meta.builder().from(theVolume().meta())).build()));
  }

  SceneMember journal(UnaryOperator<VolumeJournal.Builder> change) {
    return volume(
        v ->
            v.journal(
                Observed.of(change.apply(VolumeJournal.builder().from(theJournal())).build())));
  }

  SceneMember handoff(UnaryOperator<HandoffRecord.Builder> change) {
    return journal(j -> j.handoff(change.apply(HandoffRecord.builder().from(theRecord())).build()));
  }

  /** Changes the first source, which is the frozen one. */
  SceneMember source(UnaryOperator<SourceView.Builder> change) {
    List<SourceView> changed = new ArrayList<>(sources.known());
    changed.set(0, change.apply(SourceView.builder().from(theSource())).build());
    sources = Listed.of(changed);
    return this;
  }

  SceneMember sourceMeta(UnaryOperator<Meta.Builder> change) {
    return source(s -> s.meta(change.apply(Meta.builder().from(theSource().meta())).build()));
  }

  SceneMember addSource(SourceView more) {
    sources = plus(sources, more);
    return this;
  }

  SceneMember pod(PodView more) {
    pods = plus(pods, more);
    return this;
  }

  SceneMember job(JobView more) {
    jobs = plus(jobs, more);
    return this;
  }

  SceneMember attached(String node) {
    attachments = plus(attachments, new AttachmentView("va-" + node, volumeName(), node));
    return this;
  }

  private static <T> Listed<T> plus(Listed<T> some, T more) {
    List<T> all = new ArrayList<>(some.known());
    all.add(more);
    return Listed.of(all);
  }

  ClaimView theClaim() {
    return Objects.requireNonNull(claim.orNull());
  }

  ClaimView theTemporary() {
    return Objects.requireNonNull(temporaryClaim.orNull());
  }

  VolumeView theVolume() {
    return Objects.requireNonNull(volume.orNull());
  }

  VolumeJournal theJournal() {
    return Objects.requireNonNull(theVolume().journal().orNull());
  }

  HandoffRecord theRecord() {
    return Objects.requireNonNull(theJournal().handoff());
  }

  SourceView theSource() {
    return sources.known().get(0);
  }

  MemberSnapshot snapshot(Set<Evidence> live) {
    return MemberSnapshot.builder()
        .key(key)
        .claim(claim)
        .temporaryClaim(temporaryClaim)
        .live(live)
        .volume(volume)
        .otherVolumes(otherVolumes)
        .sources(sources)
        .jobs(jobs)
        .pods(pods)
        .attachments(attachments)
        .nodes(nodes)
        .csiDriver(csiDriver)
        .secrets(secrets)
        .namespace(namespace)
        .rehearsals(rehearsals)
        .conditions(conditions)
        .build();
  }
}
