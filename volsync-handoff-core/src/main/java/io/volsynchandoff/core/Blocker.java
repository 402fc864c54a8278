// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

/**
 * Everything that a handoff can wait for or refuse, with what it means and what an operator can do
 * (design §8). The one source of log line, event reason, condition, metric label and {@code plan}
 * output.
 */
public enum Blocker {
  ACTION_MISSING(
      "The group is secondary but no action says how it became so.",
      "Set spec.action to Relocate (with a final sync) or to Failover (without one)."),
  CLAIM_IN_TWO_GROUPS(
      "The volume's journal names another group.",
      "Let exactly one group select the claim; where the named group is gone, make one of its name again to take the volume over."),
  CLAIM_IN_USE(
      "A pod that could write names the claim.",
      "Stop the workload; a terminated pod counts until its node has let go of the volume."),
  CLAIM_MISSING(
      "The claim does not exist and the volume holds no journal for it.",
      "Restore the claim, or take it out of the group's selection before the handoff starts."),
  CLAIM_NOT_BOUND(
      "Claim and volume are not bound to each other.",
      "Look at the claim's events; it must be Bound, and its volume's claimRef must bear its uid."),
  CLAIM_NOT_DELETED(
      "The claim that was given up is still there.",
      "Delete the claim; it no longer holds the volume."),
  CLAIM_NOT_OURS(
      "A claim under this name is not the one that the journal records, or was never protected.",
      "Create its ReplicationSource if it is yours, or accept it by the group's annotation "
          + HandoffNames.ACCEPT_CLAIM_ANNOTATION
          + ": <uid>; else rename it."),
  CLAIM_TERMINATING(
      "The claim is being deleted.", "Wait for its deletion, or see what its finalizers wait for."),
  FINAL_SYNC_FAILING(
      "The mover of the final sync fails; VolSync tries again without end.",
      "Read the mover's log: address, secret, network and permissions of both sides."),
  FINAL_SYNC_STALLED(
      "The final sync has not ended by its deadline.",
      "See the mover pod: scheduling, attachment of the volume, and the destination's listener."),
  GROUP_EMPTY(
      "The group has no member.",
      "Check the group's selector against the labels of the claims; an empty group is never complete."),
  GROUP_MANAGED_BY_OTHER(
      "Another controller drives this group.",
      "Let only one controller serve the group; Ramen's groups are left to Ramen."),
  GROUP_TOO_LARGE(
      "The list of members does not fit into an annotation of the group.",
      "Split the group: all annotations of one object may take 256 KiB."),
  JOURNAL_UNREADABLE(
      "A journal or the freeze is present and cannot be read, or cannot be rebuilt whole.",
      "Compare it with the backup of the object and restore it; it is never guessed."),
  MEMBERS_NOT_READY(
      "A selected claim is not protected yet, or was selected only after the handoff started.",
      "See what each of the claims named waits for, or take it out of the selection."),
  MEMBER_MISSING(
      "A frozen member cannot be found by its volume.",
      "Restore the volume's PersistentVolume object, or set the group back to primary."),
  MOVER_STILL_RUNNING(
      "A mover of the source is left and may still write or read.",
      "Wait for its pod to go; on an unreachable node, see the node."),
  NAMESPACE_TERMINATING(
      "The namespace is terminating: nothing can be created in it.",
      "The volume stays on Retain; recover it from its PersistentVolume."),
  NODE_MAY_STILL_WRITE(
      "A node that ran a pod of this claim is not known to have let go of the volume.",
      "Bring the node back, delete its Node object once it is off, or taint it out-of-service."),
  SECRET_MISSING(
      "The secret that the mover needs does not exist.",
      "Create the secret in the source's namespace under the name that the source gives."),
  SOURCE_AMBIGUOUS(
      "Several ReplicationSources sync the claim and none is named like it.",
      "Name one by the group's annotation "
          + HandoffNames.SOURCE_ANNOTATION
          + ": <claim>=<source>."),
  SOURCE_BUSY(
      "The source has a sync in flight or has not come to rest.",
      "Wait for the sync to end; see the source's status for why it does not."),
  SOURCE_CHANGED(
      "The armed source was changed by someone else.",
      "Stop whoever re-applies it, then set the group's annotation "
          + HandoffNames.RETRY_ANNOTATION
          + ": <handoff id>."),
  SOURCE_LEFT_PARKED(
      "A ReplicationSource was parked, for a handoff or for an older claim of the name, and is still parked.",
      "Accept the claim by the annotation "
          + HandoffNames.ACCEPT_CLAIM_ANNOTATION
          + ": <uid>, or make the source anew; its journal annotation holds its old spec."),
  SOURCE_MISSING(
      "No ReplicationSource syncs the claim.",
      "Create one. The one that a handoff has frozen cannot be replaced: set spec.action to Failover to go without the final sync."),
  SOURCE_UNSUPPORTED(
      "The source cannot prove a final sync.",
      "Use one of rsyncTLS, rsync, rclone, restic with a VolSync that keeps moverPodLabels (0.9 or later)."),
  TEMPORARY_CLAIM_IN_USE(
      "A pod other than the mover names the temporary claim.",
      "Remove that pod; the final sync is repeated after it."),
  TEMPORARY_CLAIM_NOT_BOUND(
      "The temporary claim is not bound to the volume yet.",
      "Wait for the PV controller; see the claim's events."),
  TEMPORARY_CLAIM_NOT_OURS(
      "A claim that is not ours bears the temporary claim's name.", "Remove or rename that claim."),
  TEMPORARY_CLAIM_TERMINATING(
      "The temporary claim is being deleted.",
      "Wait for it to go; it is made again if the final sync is not proven."),
  TURN_BACK_IMPOSSIBLE(
      "The handoff cannot be undone from here, so it stops where it stands.",
      "Set the group back to secondary with its action to finish the handoff; one that is being deleted needs a release that can undo it."),
  USAGE_UNKNOWN(
      "Something that the decision rests on could not be read: it counts as in use.",
      "See the reason: most often a permission to get, list or watch is missing, or a CRD is not installed."),
  VOLUME_ATTACHED(
      "The volume is attached to a node.",
      "Wait for the detach; see the VolumeAttachment for why it does not happen."),
  VOLUME_CLAIMED_BY_OTHER(
      "The volume's claimRef names neither the claim nor its temporary claim.",
      "Find out who changed the claimRef; nothing is moved until it is back."),
  VOLUME_DELETING(
      "The PersistentVolume is being deleted.",
      "Copy the data; a PersistentVolume that lost its binding would vanish at once."),
  VOLUME_HANDLE_SHARED(
      "Another PersistentVolume stands for the same storage.",
      "Remove the other PersistentVolume object (with Retain) before the handoff."),
  VOLUME_KEPT(
      "The group is deleted and the volume stays on Retain.",
      "Once its data is no longer needed, delete the PersistentVolume and its storage by hand."),
  VOLUME_MANAGED_BY_OTHER(
      "Something re-applies the volume's claimRef or reclaim policy and would undo the handoff.",
      "Take the PersistentVolume out of GitOps, then set the group's annotation "
          + HandoffNames.VOLUMES_NOT_REAPPLIED_ANNOTATION
          + ": \"true\"."),
  VOLUME_NOT_RELEASED(
      "The temporary claim is gone and the volume is not Released yet.",
      "Wait for the PV controller; see who changed the volume's claimRef if it does not come."),
  VOLUME_MISSING(
      "The PersistentVolume does not exist.",
      "Its data cannot be moved; restore it from a backup."),
  WRITE_REFUSED(
      "The API server refuses a write that is needed.",
      "See the server's words: quota, admission or RBAC.");

  private final String meaning;
  private final String remedy;

  Blocker(String meaning, String remedy) {
    this.meaning = meaning;
    this.remedy = remedy;
  }

  /** What it means, in one line. */
  public String meaning() {
    return meaning;
  }

  /** What an operator can do about it. */
  public String remedy() {
    return remedy;
  }
}
