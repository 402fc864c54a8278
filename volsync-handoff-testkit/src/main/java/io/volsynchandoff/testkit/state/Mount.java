// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import io.volsynchandoff.core.snapshot.ClaimKey;
import org.jspecify.annotations.Nullable;

/**
 * A volume in the hands of a node for a pod. It is there for as long as the node has not let go,
 * whether or not the pod's object is.
 *
 * @param storage the handle of the storage, or for a copy the name of the claim that it is under
 * @param node the node
 * @param stage how far the kubelet has got
 * @param sendsTo for a mover, the replica that it sends to; null for an application
 * @param read for a mover that runs, what it has read; null for an application
 */
public record Mount(
    String storage, String node, Stage stage, @Nullable ClaimKey sendsTo, @Nullable Content read) {

  /** How far the kubelet has got with a mount. */
  public enum Stage {
    /**
     * The kubelet has read claim and volume live and found that they belong together; it will mount
     * whatever happens to them from now on (facts §8).
     */
    CHECKED,
    /** Mounted: the pod runs. */
    MOUNTED
  }

  /** Names a mount: the pod and the claim by which it mounts. */
  public record Key(ClaimKey pod, String claim) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byPod = pod.compareTo(other.pod);
      return byPod != 0 ? byPod : claim.compareTo(other.claim);
    }
  }

  /** True for an application that can write at this moment. */
  public boolean isApplicationRunning() {
    return stage == Stage.MOUNTED && sendsTo == null;
  }

  /** True for a mover that runs. */
  public boolean isMoverRunning() {
    return stage == Stage.MOUNTED && sendsTo != null;
  }

  /** Mounted over that content, which a mover reads when it starts. */
  public Mount mounted(Content content) {
    return new Mount(storage, node, Stage.MOUNTED, sendsTo, sendsTo == null ? null : content);
  }
}
