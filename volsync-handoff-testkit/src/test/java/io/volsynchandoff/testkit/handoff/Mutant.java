// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.handoff;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.Decision;
import io.volsynchandoff.core.GroupDecision;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.action.MemberAction.DeleteSource;
import io.volsynchandoff.core.action.MemberAction.ProtectVolume;
import io.volsynchandoff.core.action.MemberAction.RecordProof;
import io.volsynchandoff.core.action.MemberAction.RedirectVolume;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.cluster.Decider;
import java.time.Instant;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The planner with one rule switched off, by what it is shown or by what it answers. The rules and
 * the models must find each of them out; one that survives is a hole in them.
 *
 * @param name the rule that is off
 */
record Mutant(String name, Decider planner) {

  static Stream<Mutant> all() {
    return Stream.of(
        new Mutant("attachments read as none", shown(m -> m.attachments(Listed.none()))),
        new Mutant("pods read as none", shown(m -> m.pods(Listed.none()))),
        new Mutant("movers read as none", shownEach(Mutant::withoutMovers)),
        new Mutant("nodes read as ready", shownEach(Mutant::withReadyNodes)),
        new Mutant("a cache taken for live", Mutant::takingAllForLive),
        new Mutant(
            "complete by the tag in spec", shownEach(m -> withSources(m, Mutant::completed))),
        new Mutant("armed while busy", shownEach(m -> withSources(m, Mutant::rested))),
        new Mutant("protected without Retain", answered(Mutant::withoutRetain)),
        new Mutant("redirected to the claim itself", answered(Mutant::toClaim)),
        new Mutant("the source deleted before the proof", Mutant::deletingEarly),
        new Mutant("members not frozen", Mutant::refreezing));
  }

  @Override
  public String toString() {
    return name;
  }

  private static GroupDecision takingAllForLive(GroupSnapshot snapshot, Instant now) {
    return Handoff.PLANNER.decide(
        GroupSnapshot.builder().from(snapshot).live(ImmutableSet.copyOf(Evidence.values())).build(),
        now);
  }

  private static MemberAction withoutRetain(MemberAction action) {
    return action instanceof ProtectVolume protect
        ? new RecordProof(protect.target(), protect.journal())
        : action;
  }

  private static MemberAction toClaim(MemberAction action) {
    return action instanceof RedirectVolume redirect
        ? new RedirectVolume(
            redirect.target(), redirect.journal().claim().key(), redirect.journal())
        : action;
  }

  private static Decider shown(UnaryOperator<MemberSnapshot.Builder> change) {
    return shownEach(m -> change.apply(MemberSnapshot.builder().from(m)).build());
  }

  private static Decider shownEach(UnaryOperator<MemberSnapshot> change) {
    return (snapshot, now) ->
        Handoff.PLANNER.decide(
            GroupSnapshot.builder().from(snapshot).members(each(snapshot, change)).build(), now);
  }

  private static ImmutableList<MemberSnapshot> each(
      GroupSnapshot snapshot, UnaryOperator<MemberSnapshot> change) {
    return snapshot.members().stream().map(change).collect(ImmutableList.toImmutableList());
  }

  private static Decider answered(UnaryOperator<MemberAction> change) {
    return (snapshot, now) ->
        withMembers(
            Handoff.PLANNER.decide(snapshot, now),
            decision -> {
              MemberAction action = decision.action();
              return action == null ? decision : withAction(decision, change.apply(action));
            });
  }

  private static GroupDecision withMembers(GroupDecision decision, UnaryOperator<Decision> change) {
    return new GroupDecision(
        decision.phase(),
        decision.action(),
        decision.blockers(),
        decision.needs(),
        decision.members().stream().map(change).collect(ImmutableList.toImmutableList()),
        decision.conditions(),
        decision.wakeAfter());
  }

  private static Decision withAction(Decision decision, @Nullable MemberAction action) {
    return new Decision(
        decision.member(),
        decision.phase(),
        action,
        decision.blockers(),
        decision.needs(),
        decision.rehearsals(),
        decision.conditions(),
        decision.wakeAfter());
  }

  private static MemberSnapshot withoutMovers(MemberSnapshot member) {
    return MemberSnapshot.builder()
        .from(member)
        .jobs(Listed.none())
        .pods(
            member.pods().where(pod -> !pod.meta().labels().containsKey("app.kubernetes.io/name")))
        .build();
  }

  private static MemberSnapshot withReadyNodes(MemberSnapshot member) {
    return MemberSnapshot.builder()
        .from(member)
        .nodes(
            Listed.of(
                member.nodes().known().stream()
                    .map(node -> new NodeView(node.name(), true, false))
                    .toList()))
        .build();
  }

  private static MemberSnapshot withSources(
      MemberSnapshot member, UnaryOperator<SourceView> change) {
    return MemberSnapshot.builder()
        .from(member)
        .sources(Listed.of(member.sources().known().stream().map(change).toList()))
        .build();
  }

  private static SourceView completed(SourceView source) {
    return SourceView.builder().from(rested(source)).lastManualSync(source.manualTag()).build();
  }

  private static SourceView rested(SourceView source) {
    return SourceView.builder()
        .from(source)
        .lastSyncStartTime(null)
        .synchronizingReason("WaitingForSchedule")
        .build();
  }

  /** Once the source is armed, it is deleted without waiting for its sync. */
  private static GroupDecision deletingEarly(GroupSnapshot snapshot, Instant now) {
    return withMembers(
        Handoff.PLANNER.decide(snapshot, now),
        member ->
            snapshot.members().stream()
                .filter(seen -> seen.key().equals(member.member()))
                .flatMap(seen -> seen.sources().known().stream())
                .filter(source -> source.isSyncing() && source.manualTag() != null)
                .findFirst()
                .map(source -> withAction(member, new DeleteSource(source.meta().ref())))
                .orElse(member));
  }

  /** The freeze follows the selector: a claim that is gone is no member any more. */
  private static GroupDecision refreezing(GroupSnapshot snapshot, Instant now) {
    GroupDecision decision = Handoff.PLANNER.decide(snapshot, now);
    Freeze freeze = snapshot.freeze().orNull();
    var object = snapshot.intent().object();
    if (freeze == null || object == null) {
      return decision;
    }
    var selected = snapshot.intent().selected().known();
    Freeze shrunk =
        new Freeze(
            freeze.id(),
            freeze.action(),
            freeze.members().stream()
                .filter(member -> selected.contains(member.claim()))
                .collect(ImmutableList.toImmutableList()));
    return shrunk.equals(freeze)
        ? decision
        : new GroupDecision(
            decision.phase(),
            new GroupAction.RecordFreeze(object.ref(), shrunk),
            decision.blockers(),
            ImmutableSet.of(),
            withMembers(decision, member -> withAction(member, null)).members(),
            decision.conditions(),
            decision.wakeAfter());
  }
}
