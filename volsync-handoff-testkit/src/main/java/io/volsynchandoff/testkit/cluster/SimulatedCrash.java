// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

/** The controller died at a write; the cluster goes on, and a new controller may be started. */
public final class SimulatedCrash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SimulatedCrash(Fault fault, String action) {
    super(fault.moment() + " at write " + fault.write() + ": " + action);
  }
}
