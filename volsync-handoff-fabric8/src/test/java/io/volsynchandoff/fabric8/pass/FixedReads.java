// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.read.ClusterReads;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Reads that a test has written down: what is not there is absent, unless all is unknown. */
final class FixedReads implements ClusterReads {
  final List<ClaimView> claims = new ArrayList<>();
  final List<VolumeView> volumes = new ArrayList<>();
  final List<SourceView> sources = new ArrayList<>();
  final List<PodView> pods = new ArrayList<>();
  final List<SecretView> secrets = new ArrayList<>();
  String unknown = "";

  private <T> Listed<T> listed(List<T> items, Predicate<T> which) {
    return unknown.isEmpty()
        ? Listed.of(items.stream().filter(which).collect(ImmutableList.toImmutableList()))
        : Listed.unknown(unknown);
  }

  private <T> Observed<T> observed(List<T> items, Predicate<T> which) {
    if (!unknown.isEmpty()) {
      return Observed.unknown(unknown);
    }
    return items.stream().filter(which).findFirst().map(Observed::of).orElseGet(Observed::absent);
  }

  @Override
  public Observed<ClaimView> claim(ClaimKey key) {
    return observed(claims, claim -> claim.key().equals(key));
  }

  @Override
  public Listed<ClaimView> claims(String namespace) {
    return listed(claims, claim -> claim.meta().namespace().equals(namespace));
  }

  @Override
  public Observed<VolumeView> volume(String name) {
    return observed(volumes, volume -> volume.meta().name().equals(name));
  }

  @Override
  public Listed<VolumeView> volumes() {
    return listed(volumes, volume -> true);
  }

  @Override
  public Listed<SourceView> sources(String namespace) {
    return listed(sources, source -> source.meta().namespace().equals(namespace));
  }

  @Override
  public Listed<PodView> pods(String namespace) {
    return listed(pods, pod -> pod.meta().namespace().equals(namespace));
  }

  @Override
  public Listed<JobView> jobs(String namespace) {
    return Listed.none();
  }

  @Override
  public Listed<AttachmentView> attachments(String volume) {
    return Listed.of(ImmutableList.of(new AttachmentView("of-" + volume, volume, "node-1")));
  }

  @Override
  public Listed<NodeView> nodes() {
    return Listed.none();
  }

  @Override
  public Observed<CsiDriverView> csiDriver(String name) {
    return Observed.of(new CsiDriverView(name, false));
  }

  @Override
  public Observed<SecretView> secret(ClaimKey key) {
    return observed(secrets, secret -> secret.key().equals(key));
  }

  @Override
  public Observed<NamespaceView> namespace(String name) {
    return Observed.of(new NamespaceView(name, false));
  }
}
