// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import static io.volsynchandoff.core.snapshot.VolumeView.ReclaimPolicy.RETAIN;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.action.TemporaryClaim;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.ApiServer;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.function.UnaryOperator;

/** What each member action writes to claims and volumes; {@link SourceWrites} has the sources. */
record MemberWrites(ClusterState state) implements MemberAction.Visitor<Written> {

  private Written volume(ObjectRef target, UnaryOperator<VolumeView.Builder> change) {
    return ConditionalWrite.patch(
        state,
        Kinds.VOLUMES,
        target,
        seen -> change.apply(VolumeView.builder().from(seen)).build());
  }

  private Written journal(ObjectRef target, VolumeJournal journal) {
    return volume(target, seen -> seen.journal(Observed.of(journal)));
  }

  private Written claimMeta(ObjectRef target, UnaryOperator<Meta> change) {
    return ConditionalWrite.patch(
        state,
        Kinds.CLAIMS,
        target,
        seen -> ClaimView.builder().from(seen).meta(change.apply(seen.meta())).build());
  }

  @Override
  public Written protectVolume(MemberAction.ProtectVolume action) {
    return volume(
        action.target(), seen -> seen.policy(RETAIN).journal(Observed.of(action.journal())));
  }

  @Override
  public Written protectClaim(MemberAction.ProtectClaim action) {
    return claimMeta(
        action.target(),
        meta ->
            Meta.builder()
                .from(meta)
                .finalizers(action.finalizers())
                .owners(action.owners())
                .labels(
                    ImmutableMap.copyOf(
                        Maps.filterKeys(
                            meta.labels(), key -> !key.equals(HandoffNames.REPLICA_LABEL))))
                .build());
  }

  @Override
  public Written releaseClaim(MemberAction.ReleaseClaim action) {
    return claimMeta(
        action.target(), meta -> Meta.builder().from(meta).finalizers(action.finalizers()).build());
  }

  @Override
  public Written redirectVolume(MemberAction.RedirectVolume action) {
    return volume(
        action.target(),
        seen ->
            seen.claimRef(new ClaimRef(action.to(), null))
                .policy(RETAIN)
                .journal(Observed.of(action.journal())));
  }

  @Override
  public Written createTemporaryClaim(MemberAction.CreateTemporaryClaim action) {
    TemporaryClaim wanted = action.claim();
    NamespaceView namespace =
        state.get(Kinds.NAMESPACES, new ClaimKey("", wanted.key().namespace()));
    if (state.claim(wanted.key()) != null) {
      return Written.not(Answer.EXISTS, state, wanted.key() + " exists");
    }
    return namespace == null || namespace.terminating()
        ? Written.not(Answer.REFUSED, state, "the namespace is being terminated")
        : Written.applied(ApiServer.create(state, Kinds.CLAIMS, draft(wanted)));
  }

  private static ClaimView draft(TemporaryClaim wanted) {
    Meta meta =
        Meta.builder()
            .namespace(wanted.key().namespace())
            .name(wanted.key().name())
            .uid("")
            .labels(wanted.labels())
            .build();
    return ClaimView.builder()
        .meta(meta)
        .phase(ClaimView.Phase.PENDING)
        .volumeName(wanted.volumeName())
        .storageClass(wanted.storageClass())
        .accessModes(wanted.accessModes())
        .volumeMode(wanted.volumeMode())
        .attributesClass(wanted.attributesClass())
        .request(wanted.request())
        .spec(OpaqueSpec.EMPTY)
        .build();
  }

  @Override
  public Written raiseAttempt(MemberAction.RaiseAttempt action) {
    return journal(action.target(), action.journal());
  }

  @Override
  public Written recordProof(MemberAction.RecordProof action) {
    return journal(action.target(), action.journal());
  }

  @Override
  public Written deleteTemporaryClaim(MemberAction.DeleteTemporaryClaim action) {
    return ConditionalWrite.delete(state, Kinds.CLAIMS, action.target(), false);
  }

  @Override
  public Written endVolume(MemberAction.EndVolume action) {
    return volume(
        action.target(),
        seen -> seen.policy(action.policy()).journal(Observed.of(action.journal())));
  }

  @Override
  public Written forgetVolume(MemberAction.ForgetVolume action) {
    return volume(action.target(), seen -> seen.journal(Observed.absent()));
  }

  @Override
  public Written deleteSource(MemberAction.DeleteSource action) {
    return ConditionalWrite.delete(state, Kinds.SOURCES, action.target(), true);
  }

  @Override
  public Written parkSource(MemberAction.ParkSource action) {
    return SourceWrites.park(state, action);
  }

  @Override
  public Written unwedgeSource(MemberAction.UnwedgeSource action) {
    return SourceWrites.unwedge(state, action);
  }

  @Override
  public Written pauseSource(MemberAction.PauseSource action) {
    return SourceWrites.pause(state, action);
  }

  @Override
  public Written restoreSource(MemberAction.RestoreSource action) {
    return SourceWrites.restore(state, action);
  }

  @Override
  public Written armSource(MemberAction.ArmSource action) {
    return SourceWrites.arm(state, action);
  }
}
