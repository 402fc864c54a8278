// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.fabric8.kubernetes.client.KubernetesClient;
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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What one pass has read live, over a cache for the rest. Kinds are read whole, one list for each
 * namespace, and in the order of {@link Evidence}: whoever reads a kind anew must read those after
 * it anew too. One object serves one pass; only {@link #readClaim} may be called by several threads
 * at once.
 */
public final class LiveReads implements ClusterReads {
  private final LiveLists lists;
  private final ClusterReads cache;
  private final Set<Evidence> live = EnumSet.noneOf(Evidence.class);
  private final LiveNamespaces<ClaimView> claims = new LiveNamespaces<>();
  private final Map<ClaimKey, Observed<ClaimView>> singleClaims = new ConcurrentHashMap<>();
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
   * Reads a kind now; a list that fails is unknown, and counts as read. {@link Evidence#GROUP} and
   * {@link Evidence#TEMPORARY_CLAIM} are not lists and are only noted.
   *
   * @param namespaces where; claims are read in others too once they are asked for
   */
  public void read(Evidence kind, ImmutableSet<String> namespaces) {
    if (kind.compareTo(Evidence.SOURCES) > 0) {
      pinSources(namespaces);
    }
    live.add(kind);
    switch (kind) {
      case GROUP, TEMPORARY_CLAIM -> {}
      case CLAIMS -> {
        singleClaims.clear();
        claims.read(namespaces, lists::claims);
      }
      case SOURCES -> sources.read(namespaces, lists::sources);
      case VOLUMES -> volumes = lists.volumes();
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

  /** The kinds that were read in all of these namespaces, in the order of {@link Evidence}. */
  public ImmutableSet<Evidence> live(ImmutableSet<String> namespaces) {
    Set<Evidence> complete = EnumSet.noneOf(Evidence.class);
    for (Evidence kind : live) {
      boolean covers =
          switch (kind) {
            case GROUP, TEMPORARY_CLAIM, VOLUMES, ATTACHMENTS -> true;
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

  /** Whether that claim was read live, by itself or in a list. */
  public boolean isClaimLive(ClaimKey key) {
    return singleClaims.containsKey(key) || isClaimListed(key);
  }

  /** Whether the claims of that claim's namespace were read live. */
  public boolean isClaimListed(ClaimKey key) {
    return claims.has(key.namespace());
  }

  /** Whether anything that was read live is unknown. */
  public boolean hasFailed() {
    return claims.hasUnknown()
        || sources.hasUnknown()
        || pods.hasUnknown()
        || jobs.hasUnknown()
        || singleClaims.values().stream().anyMatch(Observed::isUnknown)
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

  @Override
  public Listed<VolumeView> volumes() {
    return volumes == null ? cache.volumes() : volumes;
  }

  @Override
  public Listed<VolumeView> volumesOfHandle(String handle) {
    return volumes == null
        ? cache.volumesOfHandle(handle)
        : ClusterReads.super.volumesOfHandle(handle);
  }

  @Override
  public Listed<VolumeView> volumesOfClaim(ClaimKey claim) {
    return volumes == null ? cache.volumesOfClaim(claim) : ClusterReads.super.volumesOfClaim(claim);
  }

  @Override
  public Listed<VolumeView> volumesOfGroup(GroupRef group) {
    return volumes == null ? cache.volumesOfGroup(group) : ClusterReads.super.volumesOfGroup(group);
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
