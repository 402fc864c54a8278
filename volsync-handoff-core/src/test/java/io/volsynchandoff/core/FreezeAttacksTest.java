// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static io.volsynchandoff.core.DecisionAssert.assertDecision;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimRef;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.NodeView;
import io.volsynchandoff.core.snapshot.Observed;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks A16, A18, A19 and A20, on the freeze. What is left of A16, that the freeze thaws when a
 * turn-back or a promotion ends, comes with those.
 */
class FreezeAttacksTest {

  /** A16: relocated away and back, the next relocation has another id and finds no old proof. */
  @Test
  void a16_theNextHandoffIsFrozenUnderAnIdOfItsOwn() {
    Scene scene = Scene.at(Stage.STARTING);
    scene.number = 9;

    assertThat(scene.groupWrites(GroupAction.RecordFreeze.class).freeze().id())
        .isEqualTo(new HandoffId("a1b2c3d4-9"));
  }

  private static Scene lost(Stage stage) {
    Scene scene = Scene.at(stage, "data", "logs");
    scene.freeze = Observed.absent();
    scene.selected = Listed.none();
    return scene;
  }

  /**
   * A18: the annotation is gone, P1 too: the freeze is told by the journals, never the selector.
   */
  @ParameterizedTest
  @EnumSource(names = {"REDIRECTED", "RELEASED", "SYNCING", "PROVEN", "RELINQUISHED"})
  void a18_aLostFreezeIsRebuiltFromTheJournalsBeforeAnythingElse(Stage stage) {
    Scene scene = lost(stage);
    scene.data().nodes =
        Listed.of(List.of(new NodeView("n1", true, false), new NodeView("n8", false, false)));
    scene.member("logs").nodes = scene.data().nodes;

    assertThat(scene.look().needs()).containsExactlyInAnyOrderElementsOf(FreezeRules.LIVE);
    assertDecision(scene.lookAtData()).writesNothing();
    Freeze rebuilt = scene.groupWrites(GroupAction.RecordFreeze.class).freeze();
    assertThat(rebuilt.id()).isEqualTo(Scene.ID);
    assertThat(rebuilt.action()).isEqualTo(RequestedAction.RELOCATE);
    boolean proven = stage.compareTo(Stage.PROVEN) >= 0;
    assertThat(rebuilt.members())
        .extracting(FrozenMember::claim, FrozenMember::nodes)
        .as("any node may have run a pod, until the proof")
        .containsExactly(
            tuple(scene.data().key, nodes(!proven)),
            tuple(scene.member("logs").key, nodes(!proven)));
  }

  private static ImmutableSortedSet<String> nodes(boolean all) {
    return all ? ImmutableSortedSet.of("n1", "n8") : ImmutableSortedSet.of();
  }

  /** A18: while it is rebuilt, members stand where they stood. */
  @Test
  void a18_aLostFreezeMovesNobodysPhase() {
    assertThat(lost(Stage.SYNCING).pass().phase()).isEqualTo(Phase.SYNCING);
  }

  static Stream<Consumer<Scene>> brokenJournals() {
    return Stream.of(
        scene -> scene.data().handoff(h -> h.memberCount(3)),
        scene -> scene.data().handoff(h -> h.id(HandoffId.of(Scene.GROUP.uid(), 6))),
        scene -> scene.data().journal(j -> j.volumeUid("uid-of-another-volume")),
        scene -> scene.journalled = Listed.of(List.of(scene.data().theVolume())),
        scene -> scene.members.remove(0));
  }

  /** A18: a count that does not fit, two ids, a copied journal: never guessed. */
  @ParameterizedTest
  @MethodSource("brokenJournals")
  void a18_aFreezeThatTheJournalsDoNotTellWholeIsNotGuessed(Consumer<Scene> breaking) {
    Scene scene = lost(Stage.RELEASED);
    breaking.accept(scene);
    if (scene.journalled == null && scene.members.size() == 1) {
      scene.journalled = Scene.at(Stage.RELEASED, "data", "logs").snapshot().journalled();
    }

    GroupDecision group = scene.pass();
    assertThat(group.isBlockedBy(Blocker.JOURNAL_UNREADABLE)).isTrue();
    assertThat(group.action()).isNull();
    group.members().forEach(member -> assertDecision(member).writesNothing());
  }

  /** A18: nor from nodes, volumes or claims that were not read. */
  @Test
  void a18_whatWasNotReadRebuildsNothing() {
    Scene nodes = lost(Stage.RELEASED);
    nodes.data().nodes = Listed.unknown("forbidden: nodes");
    Scene volumes = lost(Stage.RELEASED);
    volumes.journalled = Listed.unknown("forbidden: persistentvolumes");
    Scene claims = Scene.at(Stage.STARTING);
    claims.selected = Listed.unknown("forbidden: persistentvolumeclaims");
    for (Scene scene : List.of(nodes, volumes, claims)) {
      GroupDecision group = scene.pass();
      assertThat(group.isBlockedBy(Blocker.USAGE_UNKNOWN)).isTrue();
      assertThat(group.action()).isNull();
    }
  }

  /** A18: a group that was giving up goes on giving up: Failover never turns into Relocate. */
  @Test
  void a18_aRebuiltFreezeRemembersThatItWasGivenUp() {
    Scene scene = lost(Stage.RELEASED);
    scene.data().journal(j -> j.ending(VolumeJournal.Ending.GIVEN_UP));

    assertThat(scene.groupWrites(GroupAction.RecordFreeze.class).freeze().action())
        .isEqualTo(RequestedAction.FAILOVER);
  }

  /** A18: a primary with journals of an open handoff is in mid-handoff, annotation or not. */
  @Test
  void a18_aPrimaryWithoutItsFreezeIsStillInMidHandoff() {
    Scene scene = lost(Stage.RELEASED).role(Role.PRIMARY, null);

    assertThat(scene.pass().action()).isNull();
    assertDecision(scene.lookAtData()).waitsFor(Blocker.TURN_BACK_IMPOSSIBLE);
  }

  /** A19: a claim that is selected after the freeze blocks step 6 of every member. */
  @Test
  void a19_aLateClaimHoldsEveryMemberBackAtTheFence() {
    Scene scene = Scene.at(Stage.RELEASED, "data", "logs");
    scene.selected = Listed.of(List.of(new ClaimKey("shop", "data-2")));

    for (String name : List.of("data", "logs")) {
      assertDecision(scene.decide(name)).isAt(Phase.FENCING).waitsFor(Blocker.MEMBERS_NOT_READY);
    }
  }

  /** A19: so does a volume that this group protects and the freeze does not name. */
  @Test
  void a19_aProtectedVolumeThatIsNotFrozenHoldsTheMembersBackToo() {
    Scene scene = Scene.at(Stage.RELEASED);
    Freeze freeze = scene.theFreeze();
    scene.with(Stage.PROTECTED, "logs");
    scene.freeze = Observed.of(freeze);
    scene.data().handoff(h -> h.memberCount(1));
    scene.selected = Listed.none();

    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.MEMBERS_NOT_READY);
    assertDecision(scene.decide("logs")).waitsFor(Blocker.MEMBERS_NOT_READY);
  }

  /** A19: whether there is such a claim must be known; what is armed already goes on. */
  @Test
  void a19_anUnknownSelectionHoldsTheFenceButNothingAfterIt() {
    Scene scene = Scene.at(Stage.RELEASED).with(Stage.COMPLETED, "logs");
    scene.selected = Listed.unknown("forbidden: persistentvolumeclaims");

    assertDecision(scene.decide()).isAt(Phase.FENCING).waitsFor(Blocker.USAGE_UNKNOWN);
    assertDecision(scene.decide("logs")).writes(MemberAction.RecordProof.class);
  }

  static Stream<Consumer<Scene>> forgeries() {
    GroupRef other = new GroupRef("shop", "other", "99999999-0000");
    return Stream.of(
        scene -> scene.data().volume(v -> v.journal(Observed.absent())),
        scene -> scene.data().volume(v -> v.journal(Observed.unknown("not JSON"))),
        scene -> scene.data().journal(j -> j.group(other)),
        scene -> scene.data().journal(j -> j.volumeUid("uid-of-another-volume")),
        scene -> scene.data().journal(j -> j.acting(VolumeJournal.Acting.REPLICA)),
        scene -> scene.data().volume(v -> v.claimRef(null)),
        scene ->
            scene.data().volume(v -> v.claimRef(new ClaimRef(new ClaimKey("pay", "data"), "u"))),
        scene ->
            scene.freeze =
                Observed.of(
                    frozen(
                        new FrozenMember(
                            scene.data().key,
                            "uid-of-another-claim",
                            "pv-data",
                            "uid-rs-data",
                            ImmutableSortedSet.of()))));
  }

  private static Freeze frozen(FrozenMember member) {
    return new Freeze(Scene.ID, RequestedAction.RELOCATE, ImmutableList.of(member));
  }

  /** A20: an editor of the VRG names a volume that neither journal nor claimRef grant. */
  @ParameterizedTest
  @MethodSource("forgeries")
  void a20_aFreezeMovesNothingThatTheVolumeItselfDoesNotGrant(Consumer<Scene> forging) {
    Scene scene = Scene.at(Stage.PARKED);
    forging.accept(scene);

    Decision decision = scene.decide();
    assertDecision(decision).isAt(Phase.QUIESCING).writesNothing();
    assertThat(decision.blockers()).isNotEmpty();
    assertThat(scene.pass().action()).isNull();
  }

  /** A20: another namespace's claim is served for a VRG in an admin namespace alone. */
  @Test
  void a20_claimsOfOtherNamespacesAreServedForAdminNamespacesAlone() {
    Scene scene = Scene.at(Stage.PARKED);
    SceneMember foreign = new SceneMember(new ClaimKey("pay", "data"));
    Stream.of(Stage.UNPROTECTED, Stage.PROTECTED, Stage.QUIESCED, Stage.PARKED)
        .forEach(stage -> stage.enter(foreign));
    scene.members.set(0, foreign);
    scene.freeze(RequestedAction.RELOCATE);
    assertDecision(scene.decide()).waitsFor(Blocker.CLAIM_NOT_OURS);

    scene.policy = HandoffPolicy.builder().addAdminNamespaces("shop").build();
    assertDecision(scene.decide()).writes(MemberAction.RedirectVolume.class);
  }

  /** A20: nor is such a claim protected. */
  @Test
  void a20_aClaimOfAnotherNamespaceIsNotProtected() {
    Scene scene = Scene.at(Stage.UNPROTECTED);
    SceneMember foreign = new SceneMember(new ClaimKey("pay", "data"));
    Stage.UNPROTECTED.enter(foreign);
    scene.members.set(0, foreign);

    assertDecision(scene.decide()).isAt(Phase.REFUSED).waitsFor(Blocker.CLAIM_NOT_OURS);
  }

  /** A20: the freeze of another object, an empty one, and one that was shortened are none. */
  @ParameterizedTest
  @ValueSource(strings = {"99999999-7", "empty", "short"})
  void a20_aFreezeThatDoesNotFitIsNone(String how) {
    Scene scene = Scene.at(Stage.RELEASED, "data", "logs");
    Freeze freeze = scene.theFreeze();
    scene.freeze =
        Observed.of(
            switch (how) {
              case "empty" -> new Freeze(Scene.ID, freeze.action(), ImmutableList.of());
              case "short" -> new Freeze(Scene.ID, freeze.action(), freeze.members().subList(0, 1));
              default -> new Freeze(new HandoffId(how), freeze.action(), freeze.members());
            });

    GroupDecision group = scene.pass();
    assertThat(group.isBlockedBy(Blocker.JOURNAL_UNREADABLE)).isTrue();
    group.members().forEach(member -> assertDecision(member).rests(Phase.REFUSED));
  }

  /** A20, rule 8: a freeze that is there and cannot be read is never taken for none. */
  @Test
  void a20_anUnreadableFreezeStopsEverything() {
    Scene scene = Scene.at(Stage.PARKED).live(Evidence.values());
    scene.freeze = Observed.unknown("not JSON");

    assertThat(scene.pass().isBlockedBy(Blocker.JOURNAL_UNREADABLE)).isTrue();
    assertThat(scene.pass().action()).isNull();
    assertDecision(scene.lookAtData()).writesNothing();
  }
}
