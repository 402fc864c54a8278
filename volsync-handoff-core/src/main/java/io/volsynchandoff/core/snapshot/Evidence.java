// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/**
 * What a decision may need to be read live, that is from the API server and not from a cache. Read
 * in the order of declaration: the source before the volume, the volume before what may use it
 * (design §5.3 step 6; attack A10).
 */
public enum Evidence {
  /** The group's own object: role, action, deletion, freeze. */
  GROUP,
  /** The claims of the group's namespaces, P and T. */
  CLAIMS,
  /**
   * The claim that bears T's name, by one GET for each member whose own decision needs it; the
   * answer is marked by {@link MemberSnapshot#live}. Whoever has {@link #CLAIMS} has it too.
   */
  TEMPORARY_CLAIM,
  /** The ReplicationSources. */
  SOURCES,
  /**
   * The member's own volume, by one GET for each member whose own decision needs it; the answer is
   * marked by {@link MemberSnapshot#live}. Whoever has {@link #VOLUMES} has it too.
   */
  VOLUME,
  /** The PersistentVolumes. */
  VOLUMES,
  /** Pods, without resourceVersion. */
  PODS,
  /** Jobs, without resourceVersion. */
  JOBS,
  /** VolumeAttachments, without resourceVersion. */
  ATTACHMENTS
}
