// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How VolSync replicates the group (facts §4.2). */
@PreserveUnknownFields
@JsonIgnoreProperties(ignoreUnknown = true)
public record VolSyncSpec(
    @JsonPropertyDescription("True where VolSync is not to be used.") @Nullable Boolean disabled,
    @JsonPropertyDescription("The claims that this cluster receives as secondary.")
        List<Destination> rdSpec,
    @JsonPropertyDescription("The claims that this cluster sends as primary.") List<Source> rsSpec,
    List<MoverConfig> moverConfig) {
  public VolSyncSpec {
    rdSpec = rdSpec == null ? List.of() : List.copyOf(rdSpec);
    rsSpec = rsSpec == null ? List.of() : List.copyOf(rsSpec);
    moverConfig = moverConfig == null ? List.of() : List.copyOf(moverConfig);
  }

  /** A claim that is received. */
  @PreserveUnknownFields
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Destination(
      @Nullable ProtectedPvc protectedPVC, @Nullable MoverConfig moverConfig) {}

  /** A claim that is sent. */
  @PreserveUnknownFields
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Source(
      @Nullable ProtectedPvc protectedPVC,
      @Nullable RsyncTls rsyncTLS,
      @Nullable MoverConfig moverConfig) {}

  /** Where the destination listens. */
  @PreserveUnknownFields
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RsyncTls(@Nullable String address, @Nullable SecretRef tlsSecretRef) {}

  /** A secret in the claim's namespace. */
  @PreserveUnknownFields
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record SecretRef(@Nullable String name) {}

  /** How the mover of one claim runs. */
  @PreserveUnknownFields
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record MoverConfig(
      @Required @Nullable String pvcName,
      @Required @Nullable String pvcNamespace,
      @Nullable PodSecurityContext moverSecurityContext,
      @Nullable String moverServiceAccount) {}
}
