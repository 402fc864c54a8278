// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import org.jspecify.annotations.Nullable;

/**
 * What a snapshot is made from. {@link InformerReads} is our implementation; an embedding program
 * can bring one over caches of its own, with {@link Views} as mappers. Implementations never throw
 * and never take a failed read for absence: they answer {@code unknown} with the reason. The
 * methods with a body are narrower questions that an index answers faster; they must agree with the
 * lists.
 */
public interface ClusterReads {
  Observed<ClaimView> claim(ClaimKey key);

  Listed<ClaimView> claims(String namespace);

  Observed<VolumeView> volume(String name);

  Listed<VolumeView> volumes();

  Listed<SourceView> sources(String namespace);

  /** The pods of a namespace that name a claim or are movers ({@link Views#matters}). */
  Listed<PodView> pods(String namespace);

  /** The jobs of a namespace that a ReplicationSource or ReplicationDestination controls. */
  Listed<JobView> jobs(String namespace);

  /** The VolumeAttachments of a volume. */
  Listed<AttachmentView> attachments(String volume);

  Listed<NodeView> nodes();

  Observed<CsiDriverView> csiDriver(String name);

  /** The presence of a secret; may cost one GET, as secrets are never watched. */
  Observed<SecretView> secret(ClaimKey key);

  Observed<NamespaceView> namespace(String name);

  /**
   * What of a member was read live by itself ({@link
   * io.volsynchandoff.core.snapshot.MemberSnapshot#live}): nothing, for a cache.
   *
   * @param volume the name of the member's volume; null where none is known
   */
  default ImmutableSet<Evidence> readByItself(ClaimKey member, @Nullable String volume) {
    return ImmutableSet.of();
  }

  /** The sources that sync a claim, or did so before the handoff. */
  default Listed<SourceView> sourcesOf(ClaimKey claim) {
    return sources(claim.namespace()).where(source -> Kinds.claimsOf(source).contains(claim));
  }

  /** The pods that name a claim. */
  default Listed<PodView> podsOf(ClaimKey claim) {
    return pods(claim.namespace()).where(pod -> pod.claims().contains(claim.name()));
  }

  /** The pods of a namespace that bear VolSync's mover labels. */
  default Listed<PodView> moverPods(String namespace) {
    return pods(namespace).where(Views::isMover);
  }

  /** The volumes that stand for one storage ({@link VolumeView#handle}). */
  default Listed<VolumeView> volumesOfHandle(String handle) {
    return volumes().where(volume -> volume.handle().equals(handle));
  }

  /** The volumes whose journal bears a claim, for whatever group. */
  default Listed<VolumeView> volumesOfClaim(ClaimKey claim) {
    return volumes()
        .where(volume -> volume.journal().matches(it -> it.claim().key().equals(claim)));
  }

  /** The volumes whose journal names a group. */
  default Listed<VolumeView> volumesOfGroup(GroupRef group) {
    return volumes().where(volume -> volume.journal().matches(it -> it.group().equals(group)));
  }
}
