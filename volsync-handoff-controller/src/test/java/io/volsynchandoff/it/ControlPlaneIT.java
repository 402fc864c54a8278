// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That the control plane does what the other integration tests take for granted. */
class ControlPlaneIT {

  private final ControlPlane plane = ControlPlane.shared();
  private String namespace = "";

  @BeforeEach
  void createNamespace() {
    namespace = plane.createNamespace("control-plane");
  }

  @AfterEach
  void deleteNamespace() {
    plane.admin().namespaces().withName(namespace).delete();
  }

  @Test
  void answers() {
    assertThat(plane.admin().getKubernetesVersion().getMajor()).isEqualTo("1");
    assertThat(plane.admin().namespaces().withName("kube-system").get()).isNotNull();
  }

  @Test
  void auditLogCountsTheRequestsOfAServiceAccount() {
    String user = plane.createServiceAccount(namespace, "reader");
    try (KubernetesClient reader = plane.serviceAccountClient(namespace, "reader")) {
      assertThatExceptionOfType(KubernetesClientException.class)
          .isThrownBy(() -> reader.configMaps().inNamespace(namespace).withName("none").get())
          .satisfies(e -> assertThat(e.getCode()).isEqualTo(403));
      assertThatExceptionOfType(KubernetesClientException.class)
          .isThrownBy(
              () -> reader.persistentVolumeClaims().resource(claim("", "none")).dryRun().create())
          .satisfies(e -> assertThat(e.getCode()).isEqualTo(403));
    }
    assertThat(plane.auditLog(user))
        .extracting(
            AuditRecord::verb,
            AuditRecord::resource,
            AuditRecord::namespace,
            AuditRecord::dryRun,
            AuditRecord::code,
            AuditRecord::watch)
        .containsExactly(
            tuple("get", "configmaps", namespace, false, 403, false),
            tuple("create", "persistentvolumeclaims", namespace, true, 403, false));
    assertThat(plane.auditLog(user).get(0).name()).isEqualTo("none");
  }

  @Test
  void bindsAClaimToItsVolume() {
    PersistentVolume volume = plane.admin().persistentVolumes().resource(volume()).create();
    try {
      PersistentVolumeClaim claim =
          plane.admin().resource(claim(volume.getMetadata().getName(), "data")).create();
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(100))
          .untilAsserted(
              () -> {
                assertThat(plane.admin().resource(claim).get().getStatus().getPhase())
                    .isEqualTo("Bound");
                assertThat(plane.admin().resource(volume).get().getStatus().getPhase())
                    .isEqualTo("Bound");
              });
      assertThat(plane.admin().resource(volume).get().getSpec().getClaimRef().getUid())
          .isEqualTo(claim.getMetadata().getUid());
    } finally {
      plane.admin().resource(volume).delete();
    }
  }

  private PersistentVolume volume() {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(namespace)
        .endMetadata()
        .withNewSpec()
        .addToCapacity("storage", new Quantity("1Gi"))
        .withAccessModes("ReadWriteOnce")
        .withPersistentVolumeReclaimPolicy("Retain")
        .withStorageClassName("")
        .withNewHostPath()
        .withPath("/nonexistent")
        .endHostPath()
        .endSpec()
        .build();
  }

  private PersistentVolumeClaim claim(String volume, String name) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withAccessModes("ReadWriteOnce")
        .withStorageClassName("")
        .withVolumeName(volume)
        .withNewResources()
        .addToRequests("storage", new Quantity("1Gi"))
        .endResources()
        .endSpec()
        .build();
  }
}
