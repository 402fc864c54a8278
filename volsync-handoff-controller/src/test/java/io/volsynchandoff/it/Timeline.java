// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.volsynchandoff.controller.vrg.Vrg;
import io.volsynchandoff.fabric8.ApiNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Every version of a namespace's claims, pods, sources and groups and of all volumes, from now on.
 * The server counts the versions of all kinds together, so that they tell what came before what.
 */
final class Timeline implements AutoCloseable {
  private final List<Moment> moments = new ArrayList<>();
  private final List<Watch> watches = new ArrayList<>();
  private @Nullable WatcherException broken;

  /**
   * One version of one object.
   *
   * @param version orders the moments of all kinds
   * @param deleted the object is gone; it is told as it was at its end
   */
  record Moment(long version, HasMetadata object, boolean deleted) {}

  static Timeline start(KubernetesClient admin, String namespace) {
    Timeline timeline = new Timeline();
    timeline.add(admin.persistentVolumes().watch(timeline.watcher()));
    timeline.add(admin.persistentVolumeClaims().inNamespace(namespace).watch(timeline.watcher()));
    timeline.add(admin.pods().inNamespace(namespace).watch(timeline.watcher()));
    timeline.add(
        admin
            .genericKubernetesResources(ApiNames.REPLICATION_SOURCES)
            .inNamespace(namespace)
            .watch(timeline.watcher()));
    timeline.add(
        admin
            .genericKubernetesResources(Vrg.RESOURCE)
            .inNamespace(namespace)
            .watch(timeline.watcher()));
    return timeline;
  }

  private void add(Watch watch) {
    watches.add(watch);
  }

  private <T extends HasMetadata> Watcher<T> watcher() {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, T object) {
        if (action != Action.BOOKMARK) {
          record(object, action == Action.DELETED);
        }
      }

      @Override
      public void onClose(WatcherException cause) {
        synchronized (moments) {
          broken = cause;
        }
      }
    };
  }

  private void record(HasMetadata object, boolean deleted) {
    long version = Long.parseLong(object.getMetadata().getResourceVersion());
    synchronized (moments) {
      moments.add(new Moment(version, object, deleted));
    }
  }

  /** All moments so far, in the server's order. */
  ImmutableList<Moment> moments() {
    synchronized (moments) {
      if (broken != null) {
        throw new IllegalStateException("the timeline has a gap", broken);
      }
      return ImmutableList.sortedCopyOf(Comparator.comparing(Moment::version), moments);
    }
  }

  /** When first a volume was so. */
  long firstVolume(String name, Predicate<PersistentVolume> test) {
    return first(PersistentVolume.class, name, test).version();
  }

  /** When first a claim of the name was so. */
  long firstClaim(String name, Predicate<PersistentVolumeClaim> test) {
    return first(PersistentVolumeClaim.class, name, test).version();
  }

  /** When first a source was so. */
  long firstSource(String name, Predicate<GenericKubernetesResource> test) {
    return first(GenericKubernetesResource.class, name, test).version();
  }

  /** When the object of that name was gone for good. */
  long gone(Class<? extends HasMetadata> type, String name) {
    return moments().stream()
        .filter(moment -> moment.deleted() && isOf(moment, type, name))
        .mapToLong(Moment::version)
        .max()
        .orElseThrow(() -> new AssertionError(name + " never went"));
  }

  /** When the last of the pods that match was gone. */
  long goneLast(Predicate<Pod> which) {
    return moments().stream()
        .filter(Moment::deleted)
        .filter(moment -> moment.object() instanceof Pod pod && which.test(pod))
        .mapToLong(Moment::version)
        .max()
        .orElseThrow(() -> new AssertionError("no pod went"));
  }

  /** The last version of a custom resource that was seen; 0 where none was. */
  long latestVersionOf(String name) {
    return moments().stream()
        .filter(moment -> isOf(moment, GenericKubernetesResource.class, name))
        .mapToLong(Moment::version)
        .max()
        .orElse(0);
  }

  /** How often something about a custom resource changed. */
  int changesOf(String name, Function<GenericKubernetesResource, ?> what) {
    int changes = 0;
    Object before = null;
    for (Moment moment : moments()) {
      if (isOf(moment, GenericKubernetesResource.class, name)) {
        Object now = what.apply((GenericKubernetesResource) moment.object());
        changes += before == null || now.equals(before) ? 0 : 1;
        before = now;
      }
    }
    return changes;
  }

  private <T extends HasMetadata> Moment first(Class<T> type, String name, Predicate<T> test) {
    return moments().stream()
        .filter(moment -> !moment.deleted() && isOf(moment, type, name))
        .filter(moment -> test.test(type.cast(moment.object())))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " never was so"));
  }

  private static boolean isOf(Moment moment, Class<?> type, String name) {
    return type.isInstance(moment.object()) && moment.object().getMetadata().getName().equals(name);
  }

  @Override
  public void close() {
    watches.forEach(Watch::close);
  }
}
