// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import io.volsynchandoff.core.action.Action;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.apply.Write;
import io.volsynchandoff.fabric8.apply.Writes;
import io.volsynchandoff.fabric8.apply.WrittenKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Our own last writes, until the cache shows them: a snapshot that is older is not decided on
 * (attack A23, case H61). Versions of one object are numbers that grow, so a cache that holds an
 * equal or higher one has caught up. An object that the cache had and no longer has was deleted
 * meanwhile; one that it never had is looked for live once {@link #PATIENCE} is over, so that
 * nothing waits for ever.
 */
final class OwnWrites {
  /** How long a cache may lag before the API server itself is asked. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** How objects are seen: in the cache, and on the API server. */
  interface Eyes {
    Observed<Meta> cached(WrittenKind kind, ObjectRef object);

    Observed<Meta> live(WrittenKind kind, ObjectRef object);
  }

  private record Written(
      @Nullable WrittenKind kind, ObjectRef object, boolean deleted, boolean seen, Instant at) {
    @Override
    public String toString() {
      return (kind == null ? "group" : kind.kind()) + " " + object;
    }
  }

  private final Map<GroupRef, List<Written>> byGroup = new HashMap<>();

  /**
   * Whether the cache has the object that is to be written. Asked before the write: one that takes
   * a deleting object's last finalizer off lets it vanish at once.
   */
  static boolean isCached(Action action, Eyes eyes) {
    if (!(action instanceof MemberAction member)) {
      return true;
    }
    Write write;
    try {
      write = Writes.of(member);
    } catch (IllegalArgumentException e) {
      return false; // it cannot be made, and is told as fatal when it is to be sent
    }
    return write.verb() != Write.Verb.CREATE
        && eyes.cached(write.kind(), action.target()).isPresent();
  }

  /**
   * Notes a write that was applied; others change nothing.
   *
   * @param seen what {@link #isCached} said before it
   */
  void record(GroupRef group, Action action, Outcome outcome, boolean seen, Instant now) {
    if (!outcome.isApplied()) {
      return;
    }
    ObjectRef target = action.target();
    ObjectRef written =
        new ObjectRef(target.namespace(), target.name(), outcome.uid(), outcome.resourceVersion());
    if (action instanceof MemberAction member) {
      Write write = Writes.of(member);
      boolean deleted = write.verb() == Write.Verb.DELETE;
      add(group, new Written(write.kind(), deleted ? target : written, deleted, seen, now));
    } else if (action instanceof GroupAction) {
      add(group, new Written(null, written, false, true, now));
    }
  }

  synchronized void forget(GroupRef group) {
    byGroup.remove(group);
  }

  private synchronized void add(GroupRef group, Written written) {
    byGroup.computeIfAbsent(group, key -> new ArrayList<>()).add(written);
  }

  /**
   * What the cache does not show yet, for the operator; null where it shows everything.
   *
   * @param group as the cache shows it; null where no API object stands for it
   */
  @Nullable String awaited(GroupRef ref, @Nullable Meta group, Eyes eyes, Instant now) {
    List<Written> pending;
    synchronized (this) {
      pending = List.copyOf(byGroup.getOrDefault(ref, List.of()));
    }
    List<Written> left =
        pending.stream().filter(written -> !isShown(written, group, eyes, now)).toList();
    synchronized (this) {
      if (left.isEmpty()) {
        byGroup.remove(ref);
      } else {
        byGroup.put(ref, new ArrayList<>(left));
      }
    }
    return left.isEmpty() ? null : "the cache does not show our write to " + left.get(0) + " yet";
  }

  private static boolean isShown(Written written, @Nullable Meta group, Eyes eyes, Instant now) {
    if (written.kind() == null) {
      return group == null || !isOlder(group.resourceVersion(), written.object().resourceVersion());
    }
    Observed<Meta> cached = eyes.cached(written.kind(), written.object());
    if (cached.isUnknown()) {
      // Nothing is decided on what is unknown, and the reason must be told.
      return true;
    }
    Meta found = cached.orNull();
    if (written.deleted()) {
      return found == null || found.isDeleting() || !found.uid().equals(written.object().uid());
    }
    if (found != null) {
      return !isOlder(found.resourceVersion(), written.object().resourceVersion());
    }
    return written.seen() || isGone(written, eyes, now);
  }

  private static boolean isGone(Written written, Eyes eyes, Instant now) {
    WrittenKind kind = written.kind();
    if (kind == null || now.isBefore(written.at().plus(PATIENCE))) {
      return false;
    }
    Observed<Meta> live = eyes.live(kind, written.object());
    return live.isAbsent() || live.matches(meta -> !meta.uid().equals(written.object().uid()));
  }

  /** By number; a version that is none is opaque, and only equality shows that it was reached. */
  private static boolean isOlder(String seen, String written) {
    try {
      return Long.parseLong(seen) < Long.parseLong(written);
    } catch (NumberFormatException e) {
      return !seen.equals(written) && !written.isEmpty();
    }
  }
}
