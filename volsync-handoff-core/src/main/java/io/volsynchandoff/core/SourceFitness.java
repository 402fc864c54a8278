// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.SourceView;
import org.jspecify.annotations.Nullable;

/** Which source belongs to a claim, and whether it can prove a final sync (design §5.4). */
final class SourceFitness {
  private SourceFitness() {}

  /**
   * The source of a claim: the only one that reads it; of several the one that the operator names,
   * else the one named like the claim. Null where there is none or the choice is open.
   */
  static @Nullable SourceView choose(Member member) {
    ImmutableList<SourceView> readers = member.rivalSources();
    if (readers.size() == 1) {
      return readers.get(0);
    }
    String wanted =
        member.operator().sources().getOrDefault(member.key().name(), member.key().name());
    return readers.stream().filter(s -> s.meta().name().equals(wanted)).findFirst().orElse(null);
  }

  /** Why {@link #choose} chose none. */
  static void addWhyNone(Member member, Waits waits) {
    if (member.seen().sources().isUnknown()) {
      new Unread(member, waits).sources();
    } else if (member.rivalSources().isEmpty()) {
      waits.add(Blocker.SOURCE_MISSING, member.claimName(), "no ReplicationSource reads it");
    } else {
      waits.add(
          Blocker.SOURCE_AMBIGUOUS,
          member.claimName(),
          member.rivalSources().size() + " ReplicationSources read it, and none is chosen");
    }
  }

  /** The one mover of a source that passed {@link #check}. */
  static Mover mover(SourceView source) {
    return Iterables.getFirst(source.movers(), Mover.EXTERNAL);
  }

  /** Adds what keeps the source from proving a final sync, its secret included. */
  static void check(Member member, SourceView source, Waits waits) {
    checkSource(member, source, waits);
    checkSecret(member, source, waits);
  }

  /** Adds what the source itself shows; its secret is read only once a handoff has begun. */
  static void checkSource(Member member, SourceView source, Waits waits) {
    String name = Member.nameOf(source);
    if (source.movers().size() != 1 || !mover(source).isServed()) {
      waits.add(Blocker.SOURCE_UNSUPPORTED, name, "has the mover sections " + fields(source));
    }
    if (source.debugMover()) {
      waits.add(
          Blocker.SOURCE_UNSUPPORTED,
          name,
          "bears the debug-mover annotation: it would succeed without a sync");
    }
    if (source.meta().isDeleting()) {
      waits.add(Blocker.SOURCE_MISSING, name, "is being deleted");
    }
    if (source.journal().isUnknown()) {
      SourceRest.addUnreadable(source, waits);
    }
  }

  private static String fields(SourceView source) {
    return source.movers().stream().map(Mover::field).sorted().toList().toString();
  }

  private static void checkSecret(Member member, SourceView source, Waits waits) {
    String name = source.secretName();
    if (name == null) {
      return;
    }
    ClaimKey key = new ClaimKey(source.meta().namespace(), name);
    waits.ifUnknown(member.seen().secrets(), "Secret " + key);
    if (!member.seen().secrets().isUnknown()
        && member.seen().secrets().known().stream().noneMatch(secret -> secret.key().equals(key))) {
      waits.add(Blocker.SECRET_MISSING, "Secret " + key, "is named by " + Member.nameOf(source));
    }
  }
}
