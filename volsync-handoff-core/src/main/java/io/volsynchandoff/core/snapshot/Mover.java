// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core.snapshot;

/** The mover section that a ReplicationSource's spec bears. */
public enum Mover {
  RSYNC_TLS("rsyncTLS"),
  RSYNC("rsync"),
  RCLONE("rclone"),
  RESTIC("restic"),
  SYNCTHING("syncthing"),
  EXTERNAL("external");

  private final String field;

  Mover(String field) {
    this.field = field;
  }

  /** The name of the section in {@code spec}. */
  public String field() {
    return field;
  }

  /** True for the four whose state machine is the one that the proof rests on (design §5.4). */
  public boolean isServed() {
    return this != SYNCTHING && this != EXTERNAL;
  }
}
