// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import org.immutables.value.Value;

/**
 * Everything observed about one member at one time. Lists hold what concerns the member and may
 * hold more: the planner filters by uid and name itself.
 */
@ViewStyle
@Value.Immutable
public interface MemberSnapshot {
  ClaimKey key();

  /** P: the claim of that name, whatever its uid. */
  Observed<ClaimView> claim();

  /** The claim that bears T's name ({@link io.volsynchandoff.core.HandoffNames#temporaryClaim}). */
  Observed<ClaimView> temporaryClaim();

  /**
   * What of this member was read live by itself, in this snapshot: {@link
   * Evidence#TEMPORARY_CLAIM}, {@link Evidence#VOLUME}.
   */
  ImmutableSet<Evidence> live();

  /**
   * V: the volume that the freeze names; else the one whose journal bears P's name and has not
   * ended as {@code kept}; else the one P is bound to; else the one that was kept.
   */
  Observed<VolumeView> volume();

  /**
   * Every other volume with V's handle or whose journal bears this claim for this or another group.
   */
  Listed<VolumeView> otherVolumes();

  /**
   * Sources in P's namespace that sync P or T, or whose uid is frozen or journalled for this
   * member.
   */
  Listed<SourceView> sources();

  /** Jobs in P's namespace that are controlled by a source. */
  Listed<JobView> jobs();

  /** Pods in P's namespace that name P or T, or that bear VolSync's mover labels. */
  Listed<PodView> pods();

  /** VolumeAttachments of V. */
  Listed<AttachmentView> attachments();

  /** Every node; one that is not listed is gone. */
  Listed<NodeView> nodes();

  /** V's CSIDriver; absent where V is no CSI volume or has no such object. */
  Observed<CsiDriverView> csiDriver();

  /** The secrets of P's namespace that its sources name. */
  Listed<SecretView> secrets();

  Observed<NamespaceView> namespace();

  /** Answers to the dry runs that an earlier decision on this member asked for. */
  ImmutableList<Rehearsal> rehearsals();

  /** The conditions of this member as last published: where "since when" comes from. */
  ImmutableList<Condition> conditions();

  static Builder builder() {
    return new Builder();
  }

  final class Builder extends ImmutableMemberSnapshot.Builder {}
}
