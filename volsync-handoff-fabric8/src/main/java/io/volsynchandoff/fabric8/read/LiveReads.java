// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.volsynchandoff.core.HandoffNames;
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
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What one pass has read live, over a cache for the rest. Kinds are read whole, one list for each
 * namespace, and in the order of {@link Evidence}: whoever reads a kind anew must read those after
 * it anew too. One object serves one pass; only {@link #readClaim} and {@link #readVolume} may be
 * called by several threads at once.
 */
public final class LiveReads implements ClusterReads {
  private final LiveLists lists;
  private final ClusterReads cache;
  private final Set<Evidence> live = EnumSet.noneOf(Evidence.class);
  private final LiveNamespaces<ClaimView> claims = new LiveNamespaces<>();
  private final Map<ClaimKey, Observed<ClaimView>> singleClaims = new ConcurrentHashMap<>();
  private final Map<String, Observed<VolumeView>> singleVolumes = new ConcurrentHashMap<>();
  private final LiveNamespaces<SourceView> sources = new LiveNamespaces<>();
  private final LiveNamespaces<PodView> pods = new LiveNamespaces<>();
  private final LiveNamespaces<JobView> jobs = new LiveNamespaces<>();
  private @Nullable Listed<VolumeView> volumes;
  private @Nullable Listed<AttachmentView> attachments;

  public LiveReads(KubernetesClient client, ClusterReads cache) {
    this.lists = new LiveLists(client);
    this.cache = cache;
  }

  /**
   * Reads a kind now; a list that fails is unknown, and counts as read. {@link Evidence#GROUP},
   * {@link Evidence#TEMPORARY_CLAIM} and {@link Evidence#VOLUME} are not lists and are only noted.
   *
   * @param namespaces where; claims are read in others too once they are asked for
   */
  public void read(Evidence kind, ImmutableSet<String> namespaces) {
    if (kind.compareTo(Evidence.SOURCES) > 0) {
      pinSources(namespaces);
    }
    live.add(kind);
    switch (kind) {
      case GROUP, TEMPORARY_CLAIM, VOLUME -> {}
      case CLAIMS -> {
        singleClaims.clear();
        claims.read(namespaces, lists::claims);
      }
      case SOURCES -> sources.read(namespaces, lists::sources);
      case VOLUMES -> {
        singleVolumes.clear();
        volumes = lists.volumes();
      }
      case PODS -> pods.read(namespaces, lists::pods);
      case JOBS -> jobs.read(namespaces, lists::jobs);
      case ATTACHMENTS -> attachments = lists.attachments();
    }
  }

  /**
   * Sources are read before what may use a volume, even where they come from the cache: one that
   * was seen to stand still only after the pods were listed may have run in between (design §5.3
   * step 6).
   */
  private void pinSources(ImmutableSet<String> namespaces) {
    namespaces.forEach(namespace -> sources.hold(namespace, cache::sources));
  }

  /** Reads one claim now, by a GET. */
  public void readClaim(ClaimKey key) {
    singleClaims.put(key, lists.claim(key));
  }

  /** Reads one volume now, by a GET. */
  public void readVolume(String name) {
    singleVolumes.put(name, lists.volume(name));
  }

  /** The kinds that were read in all of these namespaces, in the order of {@link Evidence}. */
  public ImmutableSet<Evidence> live(ImmutableSet<String> namespaces) {
    Set<Evidence> complete = EnumSet.noneOf(Evidence.class);
    for (Evidence kind : live) {
      boolean covers =
          switch (kind) {
            case GROUP, TEMPORARY_CLAIM, VOLUME, VOLUMES, ATTACHMENTS -> true;
            case CLAIMS -> claims.hasAll(namespaces);
            case SOURCES -> sources.hasAll(namespaces);
            case PODS -> pods.hasAll(namespaces);
            case JOBS -> jobs.hasAll(namespaces);
          };
      if (covers) {
        complete.add(kind);
      }
    }
    return Sets.immutableEnumSet(complete);
  }

  @Override
  public ImmutableSet<Evidence> readByItself(ClaimKey member, @Nullable String volume) {
    Set<Evidence> read = EnumSet.noneOf(Evidence.class);
    if (singleClaims.containsKey(HandoffNames.temporaryClaim(member))) {
      read.add(Evidence.TEMPORARY_CLAIM);
    }
    if (volume != null && singleVolumes.containsKey(volume)) {
      read.add(Evidence.VOLUME);
    }
    return Sets.immutableEnumSet(read);
  }

  /** Whether the claims of that claim's namespace were read live. */
  private boolean isClaimListed(ClaimKey key) {
    return claims.has(key.namespace());
  }

  /** Whether anything that was read live is unknown. */
  public boolean hasFailed() {
    return claims.hasUnknown()
        || sources.hasUnknown()
        || pods.hasUnknown()
        || jobs.hasUnknown()
        || singleClaims.values().stream().anyMatch(Observed::isUnknown)
        || singleVolumes.values().stream().anyMatch(Observed::isUnknown)
        || (volumes != null && volumes.isUnknown())
        || (attachments != null && attachments.isUnknown());
  }

  @Override
  public Observed<ClaimView> claim(ClaimKey key) {
    Observed<ClaimView> single = singleClaims.get(key);
    if (single != null) {
      return single;
    }
    return isClaimListed(key)
        ? find(claims.or(key.namespace(), cache::claims), key)
        : cache.claim(key);
  }

  private static Observed<ClaimView> find(Listed<ClaimView> listed, ClaimKey key) {
    if (listed.isUnknown()) {
      return Observed.unknown(listed.why());
    }
    return listed.known().stream()
        .filter(claim -> claim.key().equals(key))
        .findFirst()
        .map(Observed::of)
        .orElseGet(Observed::absent);
  }

  /** Once claims are read live, those of every namespace that is asked for are. */
  @Override
  public Listed<ClaimView> claims(String namespace) {
    return live.contains(Evidence.CLAIMS)
        ? claims.hold(namespace, lists::claims)
        : cache.claims(namespace);
  }

  @Override
  public Listed<SourceView> sources(String namespace) {
    return sources.or(namespace, cache::sources);
  }

  @Override
  public Listed<SourceView> sourcesOf(ClaimKey claim) {
    return sources.has(claim.namespace())
        ? ClusterReads.super.sourcesOf(claim)
        : cache.sourcesOf(claim);
  }

  @Override
  public Observed<VolumeView> volume(String name) {
    Observed<VolumeView> single = singleVolumes.get(name);
    if (single != null) {
      return single;
    }
    if (volumes == null) {
      return cache.volume(name);
    }
    if (volumes.isUnknown()) {
      return Observed.unknown(volumes.why());
    }
    return volumes.known().stream()
        .filter(volume -> volume.meta().name().equals(name))
        .findFirst()
        .map(Observed::of)
        .orElseGet(Observed::absent);
  }

  /** A volume that was read by itself shows the same in every list. */
  @Override
  public Listed<VolumeView> volumes() {
    Listed<VolumeView> listed = volumes == null ? cache.volumes() : volumes;
    if (singleVolumes.isEmpty() || listed.isUnknown()) {
      return listed;
    }
    Map<String, VolumeView> byName = new LinkedHashMap<>();
    listed.known().forEach(volume -> byName.put(volume.meta().name(), volume));
    for (Map.Entry<String, Observed<VolumeView>> single : singleVolumes.entrySet()) {
      if (single.getValue().isUnknown()) {
        return Listed.unknown(single.getValue().why());
      }
      byName.compute(single.getKey(), (name, cached) -> single.getValue().orNull());
    }
    return Listed.of(byName.values());
  }

  private boolean hasVolumesFromCacheAlone() {
    return volumes == null && singleVolumes.isEmpty();
  }

  @Override
  public Listed<VolumeView> volumesOfHandle(String handle) {
    return hasVolumesFromCacheAlone()
        ? cache.volumesOfHandle(handle)
        : ClusterReads.super.volumesOfHandle(handle);
  }

  @Override
  public Listed<VolumeView> volumesOfClaim(ClaimKey claim) {
    return hasVolumesFromCacheAlone()
        ? cache.volumesOfClaim(claim)
        : ClusterReads.super.volumesOfClaim(claim);
  }

  @Override
  public Listed<VolumeView> volumesOfGroup(GroupRef group) {
    return hasVolumesFromCacheAlone()
        ? cache.volumesOfGroup(group)
        : ClusterReads.super.volumesOfGroup(group);
  }

  @Override
  public Listed<PodView> pods(String namespace) {
    return pods.or(namespace, cache::pods);
  }

  @Override
  public Listed<PodView> podsOf(ClaimKey claim) {
    return pods.has(claim.namespace()) ? ClusterReads.super.podsOf(claim) : cache.podsOf(claim);
  }

  @Override
  public Listed<PodView> moverPods(String namespace) {
    return pods.has(namespace)
        ? ClusterReads.super.moverPods(namespace)
        : cache.moverPods(namespace);
  }

  @Override
  public Listed<JobView> jobs(String namespace) {
    return jobs.or(namespace, cache::jobs);
  }

  @Override
  public Listed<AttachmentView> attachments(String volume) {
    return attachments == null
        ? cache.attachments(volume)
        : attachments.where(attachment -> attachment.volumeName().equals(volume));
  }

  @Override
  public Listed<NodeView> nodes() {
    return cache.nodes();
  }

  @Override
  public Observed<CsiDriverView> csiDriver(String name) {
    return cache.csiDriver(name);
  }

  @Override
  public Observed<SecretView> secret(ClaimKey key) {
    return cache.secret(key);
  }

  @Override
  public Observed<NamespaceView> namespace(String name) {
    return cache.namespace(name);
  }
}
