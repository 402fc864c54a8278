// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.snapshot.AttachmentView;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.CsiDriverView;
import io.volsynchandoff.core.snapshot.JobView;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.testkit.state.VersionedKind.ServerRules;
import java.util.function.UnaryOperator;

/** Every kind of objects that a {@link ClusterState} holds. */
public final class Kinds {
  public static final String CLAIM_PROTECTION = "kubernetes.io/pvc-protection";
  public static final String VOLUME_PROTECTION = "kubernetes.io/pv-protection";

  private static final Meta NOTHING = Meta.builder().name("").uid("").build();

  public static final VersionedKind<ClaimView> CLAIMS =
      new VersionedKind<>(
          "PersistentVolumeClaim",
          0,
          ClaimView::meta,
          (claim, meta) -> ClaimView.builder().from(claim).meta(meta).build(),
          new ServerRules<>(null, SpecText::complete, CLAIM_PROTECTION, claim -> false));

  public static final VersionedKind<VolumeView> VOLUMES =
      new VersionedKind<>(
          "PersistentVolume",
          1,
          VolumeView::meta,
          (volume, meta) -> VolumeView.builder().from(volume).meta(meta).build(),
          new ServerRules<>(null, UnaryOperator.identity(), VOLUME_PROTECTION, volume -> false));

  public static final VersionedKind<SourceView> SOURCES =
      new VersionedKind<>(
          "ReplicationSource",
          2,
          SourceView::meta,
          (source, meta) -> SourceView.builder().from(source).meta(meta).build(),
          new ServerRules<>(Kinds::specOnly, SpecText::complete, null, source -> false));

  public static final VersionedKind<MoverJob> JOBS =
      new VersionedKind<>(
          "Job",
          3,
          MoverJob::meta,
          (job, meta) -> job.withView(JobView.builder().from(job.view()).meta(meta).build()),
          ServerRules.plain());

  /** A pod on a node is only marked by its deletion: its kubelet stops it, then removes it. */
  public static final VersionedKind<PodView> PODS =
      new VersionedKind<>(
          "Pod",
          4,
          PodView::meta,
          (pod, meta) -> PodView.builder().from(pod).meta(meta).build(),
          new ServerRules<>(
              null,
              UnaryOperator.identity(),
              null,
              pod -> pod.node() != null && !pod.terminated()));

  public static final VersionedKind<GroupObject> GROUPS =
      new VersionedKind<>(
          "VolumeReplicationGroup",
          5,
          GroupObject::meta,
          (group, meta) -> GroupObject.builder().from(group).meta(meta).build(),
          new ServerRules<>(Kinds::specOnly, UnaryOperator.identity(), null, group -> false));

  /** Objects of any other kind that may own claims, for example StatefulSets. */
  public static final VersionedKind<Meta> OTHERS =
      new VersionedKind<>("Other", 6, meta -> meta, (before, meta) -> meta, ServerRules.plain());

  public static final Kind<AttachmentView> ATTACHMENTS =
      new Kind<>("VolumeAttachment", 7, attachment -> new ClaimKey("", attachment.name()));

  public static final Kind<NodeView> NODES =
      new Kind<>("Node", 8, node -> new ClaimKey("", node.name()));

  public static final Kind<CsiDriverView> CSI_DRIVERS =
      new Kind<>("CSIDriver", 9, driver -> new ClaimKey("", driver.name()));

  public static final Kind<SecretView> SECRETS = new Kind<>("Secret", 10, SecretView::key);

  public static final Kind<NamespaceView> NAMESPACES =
      new Kind<>("Namespace", 11, namespace -> new ClaimKey("", namespace.name()));

  /** The kinds whose objects can own or be owned. */
  public static final ImmutableList<VersionedKind<?>> VERSIONED =
      ImmutableList.of(CLAIMS, VOLUMES, SOURCES, JOBS, PODS, GROUPS, OTHERS);

  public static final ImmutableList<Kind<?>> ALL =
      ImmutableList.<Kind<?>>builder()
          .addAll(VERSIONED)
          .add(ATTACHMENTS, NODES, CSI_DRIVERS, SECRETS, NAMESPACES)
          .build();

  private Kinds() {}

  private static SourceView specOnly(SourceView source) {
    return SourceView.builder()
        .from(source)
        .meta(NOTHING)
        .lastSyncTime(null)
        .lastSyncStartTime(null)
        .lastManualSync(null)
        .synchronizingReason(null)
        .synchronizingMessage(null)
        .moverResult(null)
        .moverLogs(null)
        .journal(Observed.absent())
        .debugMover(false)
        .build();
  }

  private static GroupObject specOnly(GroupObject group) {
    return GroupObject.builder()
        .from(group)
        .meta(NOTHING)
        .freeze(Observed.absent())
        .operator(OperatorWord.none())
        .conditions(ImmutableList.of())
        .memberConditions(ImmutableMap.of())
        .build();
  }
}
