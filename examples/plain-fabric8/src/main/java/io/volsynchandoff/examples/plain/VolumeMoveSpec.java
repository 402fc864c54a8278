// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.plain;

import java.util.List;

/** What is asked of a move: which claims, and whether they are to leave this cluster. */
public class VolumeMoveSpec {
  private List<String> claims = List.of();
  private boolean leaving;

  public List<String> getClaims() {
    return claims;
  }

  public void setClaims(List<String> claims) {
    this.claims = List.copyOf(claims);
  }

  /** False: this cluster writes the volumes. True: it relinquishes them. */
  public boolean isLeaving() {
    return leaving;
  }

  public void setLeaving(boolean leaving) {
    this.leaving = leaving;
  }
}
