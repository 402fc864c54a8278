// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.hash.Hashing;
import io.volsynchandoff.core.snapshot.ClaimKey;
import java.nio.charset.StandardCharsets;

/** The keys and names that others see (design §8). */
public final class HandoffNames {
  public static final String DOMAIN = "volsync-handoff.io/";

  public static final String CLAIM_FINALIZER = DOMAIN + "claim-protection";
  public static final String GROUP_FINALIZER = DOMAIN + "group-protection";

  /** Annotation on V, RS and RD. */
  public static final String JOURNAL = DOMAIN + "journal";

  /** Annotation on the VRG: the freeze. */
  public static final String FREEZE = DOMAIN + "handoff";

  /** Label on T: the id; label on mover pods: the tag. */
  public static final String HANDOFF_LABEL = DOMAIN + "handoff";

  public static final String TEMPORARY_CLAIM_LABEL = DOMAIN + "temporary-claim";
  public static final String REPLICA_LABEL = DOMAIN + "replica";

  public static final String SOURCE_ANNOTATION = DOMAIN + "source";
  public static final String RETRY_ANNOTATION = DOMAIN + "retry";
  public static final String ACCEPT_CLAIM_ANNOTATION = DOMAIN + "accept-claim";
  public static final String VOLUMES_NOT_REAPPLIED_ANNOTATION = DOMAIN + "volumes-not-reapplied";

  /** VolSync's: the source copies only once this claim's trigger changes (facts §2.1). */
  public static final String COPY_TRIGGER = "volsync.backube/use-copy-trigger";

  /** VolSync's: on a source or destination, the mover sleeps and then succeeds (facts §4.3). */
  public static final String DEBUG_MOVER = "volsync.backube/enable-debug-mover";

  private static final String TEMPORARY_SUFFIX = "-handoff";
  private static final int LONGEST_NAME = 253;
  private static final int HASH_LENGTH = 8;

  private HandoffNames() {}

  /**
   * T of a claim: {@code <P>-handoff}, shortened with a hash of P's name where that is too long.
   */
  public static ClaimKey temporaryClaim(ClaimKey claim) {
    String name = claim.name() + TEMPORARY_SUFFIX;
    if (name.length() > LONGEST_NAME) {
      String hash =
          Hashing.sha256()
              .hashString(claim.name(), StandardCharsets.UTF_8)
              .toString()
              .substring(0, HASH_LENGTH);
      int kept = LONGEST_NAME - TEMPORARY_SUFFIX.length() - HASH_LENGTH - 1;
      name = claim.name().substring(0, kept) + "-" + hash + TEMPORARY_SUFFIX;
    }
    return new ClaimKey(claim.namespace(), name);
  }
}
