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
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
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
  private final Map<String, Listed<ClaimView>> claims = new HashMap<>();
  private final Map<ClaimKey, Observed<ClaimView>> singleClaims = new ConcurrentHashMap<>();
  private final Map<String, Listed<SourceView>> sources = new HashMap<>();
  private final Map<String, Listed<PodView>> pods = new HashMap<>();
  private final Map<String, Listed<JobView>> jobs = new HashMap<>();
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
        replace(claims, namespaces, lists::claims);
      }
      case SOURCES -> replace(sources, namespaces, lists::sources);
      case VOLUMES -> volumes = lists.volumes();
      case PODS -> replace(pods, namespaces, lists::pods);
      case JOBS -> replace(jobs, namespaces, lists::jobs);
      case ATTACHMENTS -> attachments = lists.attachments();
    }
  }

  /**
   * Sources are read before what may use a volume, even where they come from the cache: one that
   * was seen to stand still only after the pods were listed may have run in between (design §5.3
   * step 6).
   */
  private void pinSources(ImmutableSet<String> namespaces) {
    namespaces.forEach(namespace -> sources.computeIfAbsent(namespace, cache::sources));
  }

  /** Reads one claim now, by a GET. */
  public void readClaim(ClaimKey key) {
    singleClaims.put(key, lists.claim(key));
  }

  private static <V> void replace(
      Map<String, Listed<V>> byNamespace,
      ImmutableSet<String> namespaces,
      Function<String, Listed<V>> list) {
    byNamespace.clear();
    namespaces.forEach(namespace -> byNamespace.put(namespace, list.apply(namespace)));
  }

  /** The kinds that were read in all of these namespaces, in the order of {@link Evidence}. */
  public ImmutableSet<Evidence> live(ImmutableSet<String> namespaces) {
    Set<Evidence> complete = EnumSet.noneOf(Evidence.class);
    for (Evidence kind : live) {
      boolean covers =
          switch (kind) {
            case GROUP, TEMPORARY_CLAIM, VOLUMES, ATTACHMENTS -> true;
            case CLAIMS -> claims.keySet().containsAll(namespaces);
            case SOURCES -> sources.keySet().containsAll(namespaces);
            case PODS -> pods.keySet().containsAll(namespaces);
            case JOBS -> jobs.keySet().containsAll(namespaces);
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
    return claims.containsKey(key.namespace());
  }

  /** Whether anything that was read live is unknown. */
  public boolean hasFailed() {
    boolean listFailed =
        Stream.of(claims.values(), sources.values(), pods.values(), jobs.values())
            .flatMap(Collection::stream)
            .anyMatch(Listed::isUnknown);
    return listFailed
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
    Listed<ClaimView> listed = claims.get(key.namespace());
    return listed == null ? cache.claim(key) : find(listed, key);
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
        ? claims.computeIfAbsent(namespace, lists::claims)
        : cache.claims(namespace);
  }

  @Override
  public Listed<SourceView> sources(String namespace) {
    Listed<SourceView> listed = sources.get(namespace);
    return listed == null ? cache.sources(namespace) : listed;
  }

  @Override
  public Listed<SourceView> sourcesOf(ClaimKey claim) {
    return sources.containsKey(claim.namespace())
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
    Listed<PodView> listed = pods.get(namespace);
    return listed == null ? cache.pods(namespace) : listed;
  }

  @Override
  public Listed<PodView> podsOf(ClaimKey claim) {
    return pods.containsKey(claim.namespace())
        ? ClusterReads.super.podsOf(claim)
        : cache.podsOf(claim);
  }

  @Override
  public Listed<PodView> moverPods(String namespace) {
    return pods.containsKey(namespace)
        ? ClusterReads.super.moverPods(namespace)
        : cache.moverPods(namespace);
  }

  @Override
  public Listed<JobView> jobs(String namespace) {
    Listed<JobView> listed = jobs.get(namespace);
    return listed == null ? cache.jobs(namespace) : listed;
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
