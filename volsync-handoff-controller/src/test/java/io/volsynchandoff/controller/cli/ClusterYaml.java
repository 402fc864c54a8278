// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.journal.ClaimRecord;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.read.JournalCodec;

/**
 * A cluster with the group shop/web of one claim, as kubectl prints it, one text for each object.
 */
final class ClusterYaml {
  private static final String VRG_UID = "11111111-2222-3333-4444-555555555555";
  private static final ClaimKey CLAIM = new ClaimKey("shop", "data");

  private ClusterYaml() {}

  /** A state, and more lines of the spec. */
  static String vrg(String state, String annotations) {
    return """
        apiVersion: ramendr.openshift.io/v1alpha1
        kind: VolumeReplicationGroup
        metadata:
          name: web
          namespace: shop
          uid: %s
          resourceVersion: "10"
          generation: 3
          finalizers: [volsync-handoff.io/group-protection]
          annotations: {%s}
        spec:
          pvcSelector: {matchLabels: {app: web}}
          replicationState: %s
        """
        .formatted(VRG_UID, annotations, state);
  }

  static String primary() {
    return vrg("primary", "");
  }

  /** Relocation, with the members frozen. */
  static String relocating() {
    Freeze freeze =
        new Freeze(
            HandoffId.of(VRG_UID, 3),
            GroupIntent.RequestedAction.RELOCATE,
            ImmutableList.of(
                new FrozenMember(
                    CLAIM, "claim-uid", "pv-data", "rs-uid", ImmutableSortedSet.of())));
    return vrg(
        "secondary\n  action: Relocate",
        "volsync-handoff.io/handoff: '" + JournalCodec.write(freeze) + "'");
  }

  static String claim() {
    return """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata:
          name: data
          namespace: shop
          uid: claim-uid
          resourceVersion: "11"
          labels: {app: web}
          finalizers: [kubernetes.io/pvc-protection, volsync-handoff.io/claim-protection]
        spec:
          accessModes: [ReadWriteOnce]
          resources: {requests: {storage: 10Gi}}
          storageClassName: fast
          volumeMode: Filesystem
          volumeName: pv-data
        status: {phase: Bound}
        """;
  }

  static String protectedVolume() {
    VolumeJournal journal =
        VolumeJournal.builder()
            .volumeUid("pv-uid")
            .group(new GroupRef("shop", "web", VRG_UID))
            .claim(
                new ClaimRecord(
                    CLAIM, "claim-uid", OpaqueSpec.EMPTY, ImmutableMap.of(), ImmutableMap.of()))
            .acting(VolumeJournal.Acting.PRIMARY)
            .originalPolicy(VolumeView.ReclaimPolicy.DELETE)
            .build();
    return volume("Retain", "volsync-handoff.io/journal: '" + JournalCodec.write(journal) + "'");
  }

  static String volume(String policy, String annotations) {
    return """
        apiVersion: v1
        kind: PersistentVolume
        metadata:
          name: pv-data
          uid: pv-uid
          resourceVersion: "12"
          annotations: {%s}
        spec:
          accessModes: [ReadWriteOnce]
          capacity: {storage: 10Gi}
          claimRef:
            apiVersion: v1
            kind: PersistentVolumeClaim
            name: data
            namespace: shop
            uid: claim-uid
          csi: {driver: csi.example.com, volumeHandle: h-1}
          persistentVolumeReclaimPolicy: %s
          storageClassName: fast
          volumeMode: Filesystem
        status: {phase: Bound}
        """
        .formatted(annotations, policy);
  }

  static String source(String section) {
    return """
        apiVersion: volsync.backube/v1alpha1
        kind: ReplicationSource
        metadata: {name: data, namespace: shop, uid: rs-uid, resourceVersion: "13", generation: 1}
        spec:
          sourcePVC: data
          trigger: {schedule: "*/5 * * * *"}
          rsyncTLS: {keySecret: key, address: a.example.com, copyMethod: Snapshot%s}
        status:
          lastSyncTime: "2026-03-01T10:00:00Z"
          conditions:
          - {type: Synchronizing, status: "False", reason: WaitingForSchedule, message: ""}
        """
        .formatted(section);
  }

  static String source() {
    return source("");
  }

  static String secret() {
    return """
        apiVersion: v1
        kind: Secret
        metadata: {name: key, namespace: shop, uid: secret-uid}
        """;
  }

  static String pod() {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: web-0, namespace: shop, uid: pod-uid}
        spec:
          nodeName: n1
          volumes:
          - name: data
            persistentVolumeClaim: {claimName: data}
        status: {phase: Running}
        """;
  }

  static String node() {
    return """
        apiVersion: v1
        kind: Node
        metadata: {name: n1, uid: node-uid}
        status: {conditions: [{type: Ready, status: "True"}]}
        """;
  }

  static String attachment() {
    return """
        apiVersion: storage.k8s.io/v1
        kind: VolumeAttachment
        metadata: {name: va-1, uid: va-uid}
        spec: {attacher: csi.example.com, nodeName: n1, source: {persistentVolumeName: pv-data}}
        status: {attached: true}
        """;
  }
}
