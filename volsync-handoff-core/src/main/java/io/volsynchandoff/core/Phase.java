// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

/**
 * Where a member stands; derived from what is observed, never stored (design §5.3, §8). Declared in
 * the order of progress: a group stands where its least advanced member does.
 */
public enum Phase {
  /** The claim is not the group's to move, or nothing may be written for the group. */
  REFUSED("Refused"),
  /** Primary: something of §5.1 is missing. */
  PROTECTING("Protecting"),
  /** Primary, steady: no writes and no reads until something changes. */
  PROTECTED("Protected"),
  /** Secondary asked for, and nothing begun: the freeze is not taken. */
  STARTING("Starting"),
  QUIESCING("Quiescing"),
  PARKING("Parking"),
  REDIRECTING("Redirecting"),
  BINDING("Binding"),
  RELEASING("Releasing"),
  FENCING("Fencing"),
  ARMING("Arming"),
  SYNCING("Syncing"),
  RECORDING("Recording"),
  CLEANING("Cleaning"),
  /** Relocation, fixed point: no writes. */
  RELINQUISHED("Relinquished"),
  /** Failover: the volume is being given up without a final sync. */
  GIVING_UP("GivingUp"),
  /** Failover, fixed point: the volume is kept aside with its last writes. */
  GIVEN_UP("GivenUp"),
  TURNING_BACK("TurningBack"),
  /** The group is being deleted and the member leaves our care. */
  UNPROTECTING("Unprotecting"),
  /** The group is being deleted and the member has left our care. */
  UNPROTECTED("Unprotected");

  private final String text;

  Phase(String text) {
    this.text = text;
  }

  /** The word of the design, as it stands in status and output. */
  public String text() {
    return text;
  }
}
