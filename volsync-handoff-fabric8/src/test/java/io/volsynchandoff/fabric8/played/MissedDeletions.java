// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The deletions that a watch must still hear of, because they came between the list that its
 * resourceVersion is from and its own beginning. Fabric8's watches begin with what is there, so
 * that nothing else is missed.
 */
final class MissedDeletions {
  /**
   * @param path of the object
   */
  private record Deletion(String path, long version, Map<String, Object> object) {}

  private final List<Deletion> deletions = new ArrayList<>();

  void add(String path, long version, Map<String, Object> object) {
    deletions.add(new Deletion(path, version, object));
  }

  /** What a watch is told when it opens, besides what the server tells it. */
  ImmutableList<Map<String, Object>> since(ServedRequest watch, Predicate<String> exists) {
    long version = version(watch);
    return deletions.stream()
        .filter(deletion -> deletion.version() > version && isIn(watch, deletion.path()))
        .filter(deletion -> !exists.test(deletion.path()))
        .map(Deletion::object)
        .collect(ImmutableList.toImmutableList());
  }

  private static long version(ServedRequest watch) {
    for (String parameter : Splitter.on('&').split(watch.query())) {
      if (parameter.matches("resourceVersion=[0-9]+")) {
        return Long.parseLong(parameter.substring(parameter.indexOf('=') + 1));
      }
    }
    return Long.MAX_VALUE;
  }

  /** In the namespace that is watched, or in any where all of them are. */
  private static boolean isIn(ServedRequest watch, String path) {
    String collection = path.substring(0, path.lastIndexOf('/'));
    return collection.equals(watch.path())
        || collection.replaceFirst("/namespaces/[^/]+/", "/").equals(watch.path());
  }
}
