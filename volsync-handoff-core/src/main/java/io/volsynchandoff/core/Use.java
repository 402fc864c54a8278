// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.PodView;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether something could still write to the volume: in use by whom, free on what evidence, or
 * unknown and why (design §4, §5.2). Each question adds what it finds to the waits; that pods and
 * Jobs were read at all is for {@link Unread} to ask.
 */
final class Use {
  private final Member member;
  private final MemberSnapshot seen;
  private final Waits waits;

  Use(Member member, Waits waits) {
    this.member = member;
    this.seen = member.seen();
    this.waits = waits;
  }

  /**
   * Pods that name P and could write. Once P carries another uid than the journal, only an
   * attachment of V counts.
   */
  Use ofClaim(Predicate<PodView> disregarded) {
    if (member.claim() != null && member.journalledClaim() == null) {
      return this;
    }
    seen.pods().known().stream()
        .filter(pod -> pod.names(member.key()) && !pod.terminated() && !disregarded.test(pod))
        .forEach(
            pod ->
                waits.add(
                    Blocker.CLAIM_IN_USE,
                    "Pod " + pod.meta().ref(),
                    "names claim " + member.key() + onNode(pod)));
    return this;
  }

  /** Pods that name T and are not disregarded, terminated or not: T is nobody's but the mover's. */
  Use ofTemporaryClaim(Predicate<PodView> disregarded) {
    seen.pods().known().stream()
        .filter(pod -> pod.names(member.temporaryKey()) && !disregarded.test(pod))
        .forEach(
            pod ->
                waits.add(
                    Blocker.TEMPORARY_CLAIM_IN_USE,
                    "Pod " + pod.meta().ref(),
                    "names temporary claim " + member.temporaryKey() + onNode(pod)));
    return this;
  }

  /** VolumeAttachments of V on nodes that are not disregarded. */
  Use ofAttachments(ImmutableSet<String> disregardedNodes) {
    waits.ifUnknown(seen.attachments(), "VolumeAttachments");
    String volume = member.theVolume().meta().name();
    for (AttachmentView attachment : seen.attachments().known()) {
      if (attachment.volumeName().equals(volume) && !disregardedNodes.contains(attachment.node())) {
        waits.add(
            Blocker.VOLUME_ATTACHED,
            "VolumeAttachment " + attachment.name(),
            member.volumeName() + " on node " + attachment.node());
      }
    }
    return this;
  }

  /**
   * Nodes that ran a pod of P. Where the driver attaches, no VolumeAttachment is the evidence;
   * where it does not, every recorded node must be known to have let go (design §5.2).
   */
  Use ofNodes() {
    Boolean attaches = attaches();
    if (attaches == null) {
      waits.ifUnknown(seen.csiDriver(), "CSIDriver of " + member.volumeName());
      return this;
    }
    FrozenMember frozen = member.frozen();
    if (attaches || frozen == null) {
      return this;
    }
    waits.ifUnknown(seen.nodes(), "Nodes");
    for (NodeView node : seen.nodes().known()) {
      if (frozen.nodes().contains(node.name()) && !node.ready() && !node.outOfService()) {
        waits.add(
            Blocker.NODE_MAY_STILL_WRITE,
            "Node " + node.name(),
            "is not Ready, and its driver does not attach: a pod that ran there may go on writing");
      }
    }
    return this;
  }

  /** Null where it is not known. */
  private @Nullable Boolean attaches() {
    if (member.theVolume().csiDriver() == null) {
      return false;
    }
    if (seen.csiDriver().isUnknown()) {
      return null;
    }
    var driver = seen.csiDriver().orNull();
    return driver == null || driver.attachRequired();
  }

  private static String onNode(PodView pod) {
    return pod.node() == null ? ", not scheduled yet" : ", on node " + pod.node();
  }
}
