// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.snapshot.MemberSnapshot;

/**
 * Adds what of a member was not read: each is a wait with its reason, never taken for absence
 * (design §7 rule 8, case H09).
 */
final class Unread {
  private final Member member;
  private final MemberSnapshot seen;
  private final Waits waits;

  Unread(Member member, Waits waits) {
    this.member = member;
    this.seen = member.seen();
    this.waits = waits;
  }

  Unread claim() {
    waits.ifUnknown(seen.claim(), member.claimName());
    return this;
  }

  Unread temporaryClaim() {
    waits.ifUnknown(seen.temporaryClaim(), member.temporaryName());
    return this;
  }

  Unread volume() {
    waits.ifUnknown(seen.volume(), member.volumeName());
    return this;
  }

  Unread otherVolumes() {
    waits.ifUnknown(seen.otherVolumes(), "PersistentVolumes");
    return this;
  }

  Unread sources() {
    waits.ifUnknown(seen.sources(), "ReplicationSources in " + namespace());
    return this;
  }

  /** Jobs and pods: what tells whether a mover runs. */
  Unread movers() {
    waits.ifUnknown(seen.jobs(), "Jobs in " + namespace());
    return pods();
  }

  Unread pods() {
    waits.ifUnknown(seen.pods(), "Pods in " + namespace());
    return this;
  }

  Unread namespaceItself() {
    waits.ifUnknown(seen.namespace(), "Namespace " + namespace());
    return this;
  }

  private String namespace() {
    return member.key().namespace();
  }
}
