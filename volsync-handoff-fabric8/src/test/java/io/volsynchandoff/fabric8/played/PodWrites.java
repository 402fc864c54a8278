// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.played;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.fabric8.played.PlayedRequest.Verb;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pods, stored with their node set: there is no scheduler. */
final class PodWrites extends ObjectWrites<PodView> {
  PodWrites() {
    super(Kinds.PODS);
  }

  @Override
  Fields draft(PodView created) {
    return Fields.of()
        .with("apiVersion", "v1")
        .with("kind", "Pod")
        .with("spec", spec(created.claims(), null, null).with("nodeName", created.node()));
  }

  /** A pod's spec that names claims and a secret. */
  static Fields spec(
      Set<String> claims,
      @Nullable String secret,
      @Nullable List<Map<String, Object>> environment) {
    List<Map<String, Object>> volumes = new ArrayList<>();
    for (String claim : claims) {
      volumes.add(
          volume(
              "data-" + volumes.size(),
              "persistentVolumeClaim",
              ImmutableMap.of("claimName", claim)));
    }
    if (secret != null) {
      volumes.add(volume("keys", "secret", ImmutableMap.of("secretName", secret)));
    }
    Fields container =
        Fields.of().with("name", "main").with("image", "played").with("env", environment);
    return Fields.of()
        .with("automountServiceAccountToken", false)
        .with("containers", ImmutableList.of(container.map()))
        .with("volumes", volumes);
  }

  private static Map<String, Object> volume(
      String name, String source, Map<String, String> fields) {
    return Fields.of().with("name", name).with(source, fields).map();
  }

  @Override
  Fields spec(PodView before, PodView after) {
    return Fields.of();
  }

  @Override
  Fields status(PodView before, PodView after) {
    return before.terminated() == after.terminated()
        ? Fields.of()
        : Fields.of().with("phase", "Succeeded");
  }

  /** The kubelet takes the object away when it has stopped the pod. */
  @Override
  PlayedRequest deleted(Meta before) {
    return new PlayedRequest(Verb.DELETE, Fields.of().with("gracePeriodSeconds", 0).map());
  }
}
