// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import com.google.common.collect.ImmutableSortedMap;
import io.volsynchandoff.core.snapshot.ClaimKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What no API object tells: the data, and who has hands on it. A driver that plays the models
 * against a real server keeps this part itself, between one step and the next.
 *
 * @param contents by the handle of the storage; a storage that was deleted is not in it
 * @param mounts by pod and claim
 * @param copies by the claim name that the copy bears
 * @param replicas what the other side holds, by the name under which a source's movers send
 * @param counters how often each name was used for a new object
 * @param clock the time as VolSync and the API server see it
 */
public record GroundTruth(
    ImmutableSortedMap<String, Content> contents,
    ImmutableSortedMap<Mount.Key, Mount> mounts,
    ImmutableSortedMap<ClaimKey, PointInTime> copies,
    ImmutableSortedMap<ClaimKey, Content> replicas,
    ImmutableSortedMap<String, Integer> counters,
    Instant clock) {

  public static GroundTruth at(Instant clock) {
    return new GroundTruth(
        ImmutableSortedMap.of(),
        ImmutableSortedMap.of(),
        ImmutableSortedMap.of(),
        ImmutableSortedMap.of(),
        ImmutableSortedMap.of(),
        clock);
  }

  public GroundTruth withContent(String handle, Content content) {
    return new GroundTruth(
        Entries.put(contents, handle, content), mounts, copies, replicas, counters, clock);
  }

  /** The storage is deleted, with all that it held. */
  public GroundTruth withoutContent(String handle) {
    return new GroundTruth(
        Entries.remove(contents, handle), mounts, copies, replicas, counters, clock);
  }

  public GroundTruth withMount(Mount.Key key, Mount mount) {
    return new GroundTruth(
        contents, Entries.put(mounts, key, mount), copies, replicas, counters, clock);
  }

  public GroundTruth withoutMount(Mount.Key key) {
    return new GroundTruth(
        contents, Entries.remove(mounts, key), copies, replicas, counters, clock);
  }

  public GroundTruth withCopy(ClaimKey name, PointInTime copy) {
    return new GroundTruth(
        contents, mounts, Entries.put(copies, name, copy), replicas, counters, clock);
  }

  public GroundTruth withoutCopy(ClaimKey name) {
    return new GroundTruth(
        contents, mounts, Entries.remove(copies, name), replicas, counters, clock);
  }

  public GroundTruth withReplica(ClaimKey name, Content content) {
    return new GroundTruth(
        contents, mounts, copies, Entries.put(replicas, name, content), counters, clock);
  }

  public GroundTruth withClock(Instant changed) {
    return new GroundTruth(contents, mounts, copies, replicas, counters, changed);
  }

  /** How often the name was used so far; 0 where it never was. */
  public int count(String name) {
    Integer count = counters.get(name);
    return count == null ? 0 : count;
  }

  /** Counts one more use of the name. */
  public GroundTruth counted(String name) {
    return new GroundTruth(
        contents, mounts, copies, replicas, Entries.put(counters, name, count(name) + 1), clock);
  }

  /** What the copy of that name holds, or null. */
  public @Nullable Content copyContent(ClaimKey name) {
    PointInTime copy = copies.get(name);
    return copy == null ? null : copy.content();
  }
}
