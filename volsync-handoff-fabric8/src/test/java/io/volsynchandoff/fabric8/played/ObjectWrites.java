// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.fabric8.played.PlayedRequest.Verb;
import io.volsynchandoff.testkit.state.Change;
import io.volsynchandoff.testkit.state.VersionedKind;
import java.util.Map;

/**
 * The requests for a change of any object that bears metadata; what is in its spec and status is
 * said by the kind.
 */
abstract class ObjectWrites<V> {
  private final VersionedKind<V> kind;

  ObjectWrites(VersionedKind<V> kind) {
    this.kind = kind;
  }

  /** {@code apiVersion}, {@code kind} and {@code spec} of an object to be created. */
  abstract Fields draft(V created);

  /** What differs in the spec. */
  abstract Fields spec(V before, V after);

  /** What differs in the status. */
  abstract Fields status(V before, V after);

  final ImmutableList<PlayedRequest> of(Change<V> change) {
    V before = change.before();
    V after = change.after();
    if (before == null) {
      return after == null ? ImmutableList.of() : created(after);
    }
    if (after == null) {
      return ImmutableList.of(deleted(kind.meta(before)));
    }
    return kind.meta(after).isDeleting() && !kind.meta(before).isDeleting()
        ? ImmutableList.of(marked())
        : updated(before, after);
  }

  private ImmutableList<PlayedRequest> created(V after) {
    Map<String, Object> object =
        draft(after).with("metadata", Fields.metadata(kind.meta(after))).map();
    return ImmutableList.of(new PlayedRequest(Verb.CREATE, object));
  }

  /** An object that was marked before goes with the finalizer that held it. */
  PlayedRequest deleted(Meta before) {
    return before.isDeleting()
        ? new PlayedRequest(
            Verb.PATCH, Fields.of().with("metadata", Fields.of().cleared("finalizers")).map())
        : marked();
  }

  /** The server itself tells whether the object goes at once. */
  static PlayedRequest marked() {
    return new PlayedRequest(
        Verb.DELETE, Fields.of().with("propagationPolicy", "Background").map());
  }

  private ImmutableList<PlayedRequest> updated(V before, V after) {
    ImmutableList.Builder<PlayedRequest> requests = ImmutableList.builder();
    Fields main =
        Fields.of()
            .within("metadata", Fields.metadata(kind.meta(before), kind.meta(after)))
            .within("spec", spec(before, after));
    if (!main.isEmpty()) {
      requests.add(new PlayedRequest(Verb.PATCH, main.map()));
    }
    Fields status = status(before, after);
    if (!status.isEmpty()) {
      requests.add(new PlayedRequest(Verb.PATCH_STATUS, Fields.of().with("status", status).map()));
    }
    return requests.build();
  }
}
