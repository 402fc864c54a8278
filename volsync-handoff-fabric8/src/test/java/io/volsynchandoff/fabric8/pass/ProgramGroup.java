// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.fabric8.apply.Outcome;
import io.volsynchandoff.fabric8.read.ClusterReads;
import org.jspecify.annotations.Nullable;

/**
 * A group that an embedding program keeps by itself, with no API object: the claims of one
 * namespace with one label.
 */
final class ProgramGroup implements GroupPort {
  static final String LABEL = "group";

  private final GroupRef ref;
  private final ClusterReads cache;
  private GroupIntent.Role role = GroupIntent.Role.PRIMARY;
  private GroupIntent.@Nullable RequestedAction action;
  private long number = 1;
  private Observed<Freeze> freeze = Observed.absent();
  private ImmutableList<Condition> conditions = ImmutableList.of();
  private ImmutableMap<ClaimKey, ImmutableList<Condition>> memberConditions = ImmutableMap.of();
  private int liveReads;
  private Observed<String> live = Observed.of("readable");

  ProgramGroup(GroupRef ref, ClusterReads cache) {
    this.ref = ref;
    this.cache = cache;
  }

  void relocate() {
    role = GroupIntent.Role.SECONDARY;
    action = GroupIntent.RequestedAction.RELOCATE;
    number++;
  }

  /** From now on it cannot be read live for this reason, or, for absence, is gone. */
  void liveReadsAnswer(Observed<String> answer) {
    live = answer;
  }

  void publish(GroupDecision decision) {
    conditions = decision.conditions();
    ImmutableMap.Builder<ClaimKey, ImmutableList<Condition>> members = ImmutableMap.builder();
    for (Decision member : decision.members()) {
      members.put(member.member(), member.conditions());
    }
    memberConditions = members.buildOrThrow();
  }

  Observed<Freeze> freeze() {
    return freeze;
  }

  int liveReads() {
    return liveReads;
  }

  @Override
  public GroupFacts observe() {
    GroupIntent intent =
        GroupIntent.builder()
            .group(ref)
            .number(number)
            .role(role)
            .action(action)
            .selected(Listed.none())
            .build();
    return new GroupFacts(
            intent, freeze, OperatorWord.none(), null, 0, conditions, memberConditions)
        .withSelected(selected(intent, cache));
  }

  @Override
  public Observed<GroupFacts> observeLive() {
    liveReads++;
    if (live.isUnknown()) {
      return Observed.unknown(live.why());
    }
    return live.isAbsent() ? Observed.absent() : Observed.of(observe());
  }

  @Override
  public Listed<ClaimKey> selected(GroupIntent intent, ClusterReads reads) {
    Listed<ClaimView> claims =
        reads.claims(ref.namespace()).where(claim -> claim.meta().labels().containsKey(LABEL));
    return claims.isUnknown()
        ? Listed.unknown(claims.why())
        : Listed.of(claims.known().stream().map(ClaimView::key).toList());
  }

  @Override
  public Outcome apply(GroupAction wanted) {
    if (wanted instanceof GroupAction.RecordFreeze record) {
      freeze = Observed.of(record.freeze());
    }
    return Outcome.applied("", "");
  }
}
