// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Longs;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.fabric8.ServerWords;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every VRG of the cluster, by one list and one watch, with our own writes laid over it until the
 * watch has caught up. VRGs of all namespaces are needed even where few are served: a journal that
 * names none of them belongs to a dead group (design §5.1).
 */
public final class VrgCache implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(VrgCache.class);

  /** What happened to a VRG. */
  public enum Change {
    /** It is new, or gone: other groups may be concerned, by the journals that name it. */
    CAME_OR_WENT,
    CHANGED
  }

  private final SharedIndexInformer<GenericKubernetesResource> informer;

  /** Why the last list or watch failed, so that it is not told at every try. */
  private volatile @Nullable String told;

  private final Map<String, GenericKubernetesResource> ownWrites = new ConcurrentHashMap<>();

  /**
   * Does not start yet.
   *
   * @param onChange told of every VRG that comes, changes or goes, on the client's threads
   */
  public VrgCache(KubernetesClient client, BiConsumer<GroupRef, Change> onChange) {
    this.informer =
        client.genericKubernetesResources(Vrg.RESOURCE).inAnyNamespace().runnableInformer(0);
    informer.addEventHandler(new Handler(onChange));
    // With the client's default, a list that is refused once would end the informer for good.
    informer.exceptionHandler((started, failure) -> tryAgain(failure));
  }

  private boolean tryAgain(Throwable failure) {
    String words = ServerWords.of(failure);
    if (!words.equals(told)) {
      told = words;
      log.warn("VolumeReplicationGroups cannot be listed and watched; trying again: {}", words);
    }
    return true;
  }

  /** Starts the watch; the stage completes when the first list is in. */
  public CompletionStage<Void> start() {
    return informer.start();
  }

  /** Every VRG alive; unknown until the first list is in. */
  public Listed<GroupRef> groups() {
    if (!informer.hasSynced()) {
      return Listed.unknown("the VolumeReplicationGroups have not been listed yet");
    }
    return Listed.of(
        informer.getStore().list().stream()
            .map(Vrg::refOf)
            .collect(ImmutableList.toImmutableList()));
  }

  /** The VRG with what we wrote last; null where it is not there. */
  public @Nullable GenericKubernetesResource get(GroupRef group) {
    GenericKubernetesResource cached =
        informer.getStore().getByKey(Cache.namespaceKeyFunc(group.namespace(), group.name()));
    if (cached == null || !Vrg.refOf(cached).equals(group)) {
      ownWrites.remove(group.uid());
      return null;
    }
    GenericKubernetesResource written = ownWrites.get(group.uid());
    if (written == null) {
      return cached;
    }
    if (isOlder(cached, written)) {
      return written;
    }
    ownWrites.remove(group.uid(), written);
    return cached;
  }

  /** Remembers a write, for the time until the watch shows it. */
  void note(VrgApi.Written written) {
    GenericKubernetesResource object = written.object();
    if (object != null) {
      ownWrites.put(object.getMetadata().getUid(), object);
    }
  }

  @Override
  public void close() {
    informer.close();
  }

  /** The versions of one object increase; whoever serves others than numbers is waited for. */
  private static boolean isOlder(
      GenericKubernetesResource cached, GenericKubernetesResource written) {
    String cachedVersion = cached.getMetadata().getResourceVersion();
    String writtenVersion = written.getMetadata().getResourceVersion();
    Long cachedNumber = Longs.tryParse(cachedVersion);
    Long writtenNumber = Longs.tryParse(writtenVersion);
    if (cachedNumber == null || writtenNumber == null) {
      return !cachedVersion.equals(writtenVersion);
    }
    return cachedNumber < writtenNumber;
  }

  private record Handler(BiConsumer<GroupRef, Change> onChange)
      implements ResourceEventHandler<GenericKubernetesResource> {
    @Override
    public void onAdd(GenericKubernetesResource vrg) {
      onChange.accept(Vrg.refOf(vrg), Change.CAME_OR_WENT);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource vrg) {
      if (!Vrg.refOf(before).equals(Vrg.refOf(vrg))) {
        onDelete(before, true);
      }
      onChange.accept(Vrg.refOf(vrg), Change.CHANGED);
    }

    @Override
    public void onDelete(GenericKubernetesResource vrg, boolean finalStateUnknown) {
      onChange.accept(Vrg.refOf(vrg), Change.CAME_OR_WENT);
    }
  }
}
