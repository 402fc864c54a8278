// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.HandoffRecord;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.read.ClusterReads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts together what was observed about each member of one group, each as its field says. */
final class MemberAssembler {
  private final GroupFacts facts;
  private final ClusterReads reads;
  private final MemberVolumes volumes;
  private final Listed<NodeView> nodes;
  private final Map<String, Listed<JobView>> jobs = new HashMap<>();
  private final Map<String, Listed<PodView>> movers = new HashMap<>();

  MemberAssembler(GroupFacts facts, ClusterReads reads) {
    this.facts = facts;
    this.reads = reads;
    this.volumes = new MemberVolumes(facts.freeze().orNull(), reads);
    this.nodes = reads.nodes();
  }

  MemberSnapshot assemble(ClaimKey key, List<Rehearsal> rehearsals) {
    ClaimKey temporary = HandoffNames.temporaryClaim(key);
    Observed<ClaimView> claim = reads.claim(key);
    Observed<VolumeView> found = volumes.of(key, claim);
    VolumeView volume = found.orNull();
    Listed<SourceView> sources = sources(key, temporary, volume);
    String namespace = key.namespace();
    return MemberSnapshot.builder()
        .key(key)
        .claim(claim)
        .temporaryClaim(reads.claim(temporary))
        .live(reads.readByItself(key, volume == null ? null : volume.meta().name()))
        .volume(found)
        .otherVolumes(volumes.others(key, volume))
        .sources(sources)
        .jobs(jobs.computeIfAbsent(namespace, reads::jobs))
        .pods(pods(key, temporary))
        .attachments(
            found.isUnknown()
                ? Listed.unknown(found.why())
                : volume == null ? Listed.none() : reads.attachments(volume.meta().name()))
        .nodes(nodes)
        .csiDriver(csiDriver(volume))
        .secrets(secrets(sources))
        .namespace(reads.namespace(namespace))
        .rehearsals(rehearsals)
        .conditions(facts.memberConditions().getOrDefault(key, ImmutableList.of()))
        .build();
  }

  private Observed<CsiDriverView> csiDriver(@Nullable VolumeView volume) {
    String driver = volume == null ? null : volume.csiDriver();
    return driver == null ? Observed.absent() : reads.csiDriver(driver);
  }

  private Listed<PodView> pods(ClaimKey key, ClaimKey temporary) {
    Listed<PodView> moverPods = movers.computeIfAbsent(key.namespace(), reads::moverPods);
    return Lists.union(
        ImmutableList.of(reads.podsOf(key), reads.podsOf(temporary), moverPods),
        pod -> pod.meta().uid());
  }

  private Listed<SourceView> sources(
      ClaimKey key, ClaimKey temporary, @Nullable VolumeView volume) {
    Listed<SourceView> named =
        Lists.union(
            ImmutableList.of(reads.sourcesOf(key), reads.sourcesOf(temporary)),
            source -> source.meta().uid());
    ImmutableSet<String> known = recorded(key, volume);
    boolean allFound =
        known.stream()
            .allMatch(
                uid -> named.known().stream().anyMatch(each -> each.meta().uid().equals(uid)));
    return allFound
        ? named
        : Lists.union(
            ImmutableList.of(
                named,
                reads
                    .sources(key.namespace())
                    .where(source -> known.contains(source.meta().uid()))),
            source -> source.meta().uid());
  }

  /** The uids of the sources that the freeze and the journal name for this member. */
  private ImmutableSet<String> recorded(ClaimKey key, @Nullable VolumeView volume) {
    ImmutableSet.Builder<String> uids = ImmutableSet.builder();
    Freeze freeze = facts.freeze().orNull();
    FrozenMember frozen = freeze == null ? null : freeze.member(key);
    String frozenUid = frozen == null ? null : frozen.sourceUid();
    if (frozenUid != null) {
      uids.add(frozenUid);
    }
    VolumeJournal journal = volume == null ? null : volume.journal().orNull();
    HandoffRecord handoff = journal == null ? null : journal.handoff();
    if (handoff != null) {
      uids.add(handoff.sourceUid());
    }
    return uids.build();
  }

  /** Read only while a handoff is under way, as each costs a request (design §5.1). */
  private Listed<SecretView> secrets(Listed<SourceView> sources) {
    if (!facts.freeze().isPresent()) {
      return Listed.unknown("secrets are read only while a handoff is under way");
    }
    ImmutableSet.Builder<SecretView> secrets = ImmutableSet.builder();
    for (SourceView source : sources.known()) {
      String name = source.secretName();
      if (name != null) {
        Observed<SecretView> secret = reads.secret(new ClaimKey(source.meta().namespace(), name));
        if (secret.isUnknown()) {
          return Listed.unknown(secret.why());
        }
        SecretView present = secret.orNull();
        if (present != null) {
          secrets.add(present);
        }
      }
    }
    return Listed.of(secrets.build());
  }
}
