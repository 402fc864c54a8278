// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.volsynchandoff.core.action.GroupAction;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.Condition;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import io.volsynchandoff.core.snapshot.GroupIntent.Role;
import io.volsynchandoff.core.snapshot.GroupRef;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.core.snapshot.VolumeView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A group whose members stand at a {@link Stage}, to be changed as a test needs it and then decided
 * on. Fields that are null follow from the members.
 */
final class Scene {
  static final Instant NOW = Instant.parse("2026-03-10T12:00:00Z");
  static final GroupRef GROUP = new GroupRef("shop", "shop-group", "a1b2c3d4-0000-4000-8000-1");
  private static final ImmutableSet<Evidence> READ_BY_ITSELF =
      Sets.immutableEnumSet(Evidence.TEMPORARY_CLAIM, Evidence.VOLUME);
  static final HandoffId ID = HandoffId.of(GROUP.uid(), 7);
  static final String TAG = ID.tag(1);
  static final String FAR = FarSchedule.choose(NOW.minus(Duration.ofMinutes(4)), NOW);

  final List<SceneMember> members = new ArrayList<>();
  Role role = Role.PRIMARY;
  @Nullable RequestedAction action;
  long number = 7;
  boolean deleting;
  @Nullable Listed<ClaimKey> selected;
  @Nullable Meta object =
      Meta.builder()
          .namespace(GROUP.namespace())
          .name(GROUP.name())
          .uid(GROUP.uid())
          .resourceVersion("1")
          .addFinalizers(HandoffNames.GROUP_FINALIZER)
          .build();
  Observed<Freeze> freeze = Observed.absent();
  OperatorWord operator = OperatorWord.none();
  @Nullable String drivenByOther;
  int otherAnnotationBytes;
  @Nullable Listed<VolumeView> journalled;
  final Set<Evidence> live = EnumSet.noneOf(Evidence.class);
  ImmutableList<Condition> conditions = ImmutableList.of();
  HandoffPolicy policy = HandoffPolicy.defaults();
  Instant now = NOW;

  private Scene() {}

  /** One member, named data. */
  static Scene at(Stage stage) {
    return at(stage, "data");
  }

  static Scene at(Stage stage, String... names) {
    Scene scene = new Scene();
    Arrays.stream(names).forEach(name -> scene.addMember(stage, name));
    if (stage.isSecondary()) {
      scene.role = Role.SECONDARY;
      scene.action = RequestedAction.RELOCATE;
    }
    return stage.isFrozen() ? scene.freeze(RequestedAction.RELOCATE) : scene;
  }

  private void addMember(Stage stage, String name) {
    SceneMember member = new SceneMember(new ClaimKey(GROUP.namespace(), name));
    Arrays.stream(Stage.values())
        .filter(s -> s.compareTo(stage) <= 0)
        .forEach(s -> s.enter(member));
    members.add(member);
  }

  /** Freezes the members as they are; journals that hold the handoff count as many. */
  Scene freeze(RequestedAction frozenAction) {
    freeze =
        Observed.of(
            new Freeze(
                ID,
                frozenAction,
                members.stream().map(m -> m.frozen).collect(ImmutableList.toImmutableList())));
    for (SceneMember m : members) {
      if (m.volume.matches(v -> v.journal().matches(j -> j.handoff() != null))) {
        m.handoff(h -> h.memberCount(members.size()));
      }
    }
    return this;
  }

  /** The same group with one more member, which stands elsewhere and is frozen with the rest. */
  Scene with(Stage stage, String name) {
    addMember(stage, name);
    return freeze(theFreeze().action());
  }

  Freeze theFreeze() {
    return Objects.requireNonNull(freeze.orNull());
  }

  SceneMember data() {
    return members.get(0);
  }

  SceneMember member(String name) {
    return members.stream().filter(m -> m.key.name().equals(name)).findFirst().orElseThrow();
  }

  Scene role(Role wanted, @Nullable RequestedAction wantedAction) {
    role = wanted;
    action = wantedAction;
    return this;
  }

  Scene live(Evidence... evidence) {
    live.addAll(Arrays.asList(evidence));
    return this;
  }

  Scene allLive() {
    return live(Evidence.values());
  }

  /** One look at what is there; what was not read live is not made up. */
  GroupDecision look() {
    return HandoffPlanner.with(policy).decide(snapshot(), now);
  }

  /**
   * One pass: whatever a decision needs is read live and shows the same, until nothing is needed.
   */
  GroupDecision pass() {
    for (GroupDecision decision = look(); ; decision = look()) {
      if (Sets.difference(decision.needs(), live).isEmpty()) {
        return decision;
      }
      live.addAll(decision.needs());
    }
  }

  /** The write of the group itself that one pass ends with. */
  <A extends GroupAction> A groupWrites(Class<A> kind) {
    GroupAction write = pass().action();
    assertThat(write).isInstanceOf(kind);
    return Objects.requireNonNull(kind.cast(write));
  }

  /** {@link #look} at the first member alone. */
  Decision lookAtData() {
    return HandoffPlanner.with(policy).decide(snapshot(), data().key, now);
  }

  /** {@link #pass} for the first member alone. */
  Decision decide() {
    pass();
    return lookAtData();
  }

  Decision decide(String member) {
    GroupDecision decision = pass();
    return Objects.requireNonNull(decision.member(member(member).key));
  }

  GroupSnapshot snapshot() {
    return GroupSnapshot.builder()
        .intent(intent())
        .freeze(freeze)
        .operator(operator)
        .drivenByOther(drivenByOther)
        .otherAnnotationBytes(otherAnnotationBytes)
        .members(
            members.stream().map(m -> m.snapshot(Sets.intersection(live, READ_BY_ITSELF))).toList())
        .journalled(journalled == null ? journalledByMembers() : journalled)
        .live(ImmutableSet.copyOf(live))
        .conditions(conditions)
        .build();
  }

  private GroupIntent intent() {
    return GroupIntent.builder()
        .group(GROUP)
        .number(number)
        .role(role)
        .action(action)
        .deleting(deleting)
        .selected(selected == null ? selectedByMembers() : selected)
        .object(object)
        .build();
  }

  private Listed<ClaimKey> selectedByMembers() {
    return Listed.of(members.stream().filter(m -> m.claim.isPresent()).map(m -> m.key).toList());
  }

  private Listed<VolumeView> journalledByMembers() {
    return Listed.of(
        members.stream()
            .map(m -> m.volume.orNull())
            .filter(Objects::nonNull)
            .filter(v -> v.journal().matches(j -> j.group().uid().equals(GROUP.uid())))
            .toList());
  }
}
