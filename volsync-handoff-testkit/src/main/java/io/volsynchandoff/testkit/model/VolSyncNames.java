// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.model;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SourceView;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The names and labels that VolSync gives to what it makes for a source (facts §2.1, §2.3). */
public final class VolSyncNames {
  public static final String NAME_LABEL = "app.kubernetes.io/name";
  private static final String COMPONENT_LABEL = "app.kubernetes.io/component";
  private static final String PART_OF_LABEL = "app.kubernetes.io/part-of";

  /** On everything that VolSync makes. */
  public static final String CREATED_BY_LABEL = "app.kubernetes.io/created-by";

  /** On everything that VolSync deletes after a sync; the value is the source's uid. */
  public static final String CLEANUP_LABEL = "volsync.backube/cleanup";

  /** VolSync's value of the created-by and part-of labels. */
  public static final String VOLSYNC = "volsync";

  private static final int LONGEST_NAME = 63;

  private VolSyncNames() {}

  /** The mover's Job: its name follows from the source's name alone. */
  public static ClaimKey job(SourceView source) {
    return new ClaimKey(
        source.meta().namespace(),
        shortened("volsync-" + mover(source) + "-src-", source.meta().name()));
  }

  /** The copy of the source claim: its name follows from the source's name alone too. */
  public static ClaimKey copy(SourceView source) {
    return new ClaimKey(source.meta().namespace(), "volsync-" + source.meta().name() + "-src");
  }

  /** The name under which a source's movers send: what they deliver lands on its replica. */
  public static ClaimKey replica(ClaimKey source) {
    return new ClaimKey(source.namespace(), shortened("src-", source.name()));
  }

  /** The replica that a mover's pod sends to; null for a pod that is no mover of a source. */
  public static @Nullable ClaimKey replicaOf(PodView pod) {
    String name = pod.meta().labels().get(NAME_LABEL);
    return name != null && isMover(pod) ? new ClaimKey(pod.meta().namespace(), name) : null;
  }

  public static boolean isMover(PodView pod) {
    return VOLSYNC.equals(pod.meta().labels().get(PART_OF_LABEL));
  }

  /** The labels of a mover's pods, those that the source asks for included. */
  static ImmutableMap<String, String> podLabels(SourceView source) {
    return ImmutableMap.<String, String>builder()
        .putAll(source.moverPodLabels())
        .put(NAME_LABEL, replica(source.meta().ref().key()).name())
        .put(COMPONENT_LABEL, mover(source) + "-mover")
        .put(PART_OF_LABEL, VOLSYNC)
        .put(CREATED_BY_LABEL, VOLSYNC)
        .buildKeepingLast();
  }

  private static String mover(SourceView source) {
    Mover mover = source.movers().stream().filter(Mover::isServed).findFirst().orElseThrow();
    return mover == Mover.RSYNC_TLS ? "rsync-tls" : mover.field();
  }

  /** A name over 63 characters keeps its prefix and a CRC of the owner's name. */
  private static String shortened(String prefix, String owner) {
    String name = prefix + owner;
    return name.length() <= LONGEST_NAME
        ? name
        : prefix
            + String.format(
                "%08x", Hashing.crc32().hashString(owner, StandardCharsets.UTF_8).asInt());
  }
}
