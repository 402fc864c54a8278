// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.snapshot.SourceView;

/**
 * The next attempt of a final sync, where what the last one carried proves nothing (design §5.3,
 * §5.5).
 */
final class Attempt {
  private Attempt() {}

  /** The attempt is void for a reason other than the source itself. */
  static Step raise(Member member, SourceView source, Phase phase) {
    return Step.act(phase, write(member, source, false));
  }

  /** Someone changed the armed source; who did it last is told (design §5.5). */
  static Step raiseChanged(Member member, SourceView source, Phase phase) {
    Waits waits = member.waits();
    waits.add(
        Blocker.SOURCE_CHANGED,
        Member.nameOf(source),
        "was changed after it was armed, last by " + changer(source));
    return Step.act(phase, write(member, source, true)).along(waits);
  }

  private static MemberAction write(Member member, SourceView source, boolean changedByOther) {
    return new MemberAction.RaiseAttempt(
        member.theVolume().meta().ref(), Journals.raised(member, source, changedByOther));
  }

  static String changer(SourceView source) {
    String manager = source.meta().lastManager();
    return manager == null ? "an unknown manager" : "field manager " + manager;
  }
}
