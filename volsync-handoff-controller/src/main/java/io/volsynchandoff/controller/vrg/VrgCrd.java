// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Our own VRG CRD, for clusters without Ramen. It is printed and never installed by the controller
 * (design §8).
 */
public final class VrgCrd {
  public static final String NAME =
      VolumeReplicationGroup.PLURAL + "." + VolumeReplicationGroup.GROUP;

  /** The file beside this class that holds the CRD, generated from the types. */
  static final String RESOURCE = "crd.yaml";

  private VrgCrd() {}

  /** The CRD as YAML that {@code kubectl apply -f -} takes. */
  public static String yaml() {
    try {
      return Resources.toString(Resources.getResource(VrgCrd.class, RESOURCE), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("The CRD cannot be read from the jar", e);
    }
  }
}
