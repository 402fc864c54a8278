// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

import static io.volsynchandoff.testkit.cluster.Scenario.claim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.action.MemberAction;
import io.volsynchandoff.core.action.TemporaryClaim;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Evidence;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.NamespaceView;
import io.volsynchandoff.core.snapshot.ObjectRef;
import io.volsynchandoff.core.snapshot.Rehearsal;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.testkit.cluster.Fault.Moment;
import io.volsynchandoff.testkit.model.Step;
import io.volsynchandoff.testkit.model.User;
import io.volsynchandoff.testkit.state.ClusterState;
import io.volsynchandoff.testkit.state.Kinds;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The conditions of a real API server, and what goes wrong on the way to it. */
class SimulatedClusterTest {
  private static final ClaimKey P = claim("data-0");
  private static final ClaimKey GROUP = claim("g");

  private final SimulatedCluster cluster = Scenario.group("g").member("data-0").cluster();

  private ClaimView p() {
    return Objects.requireNonNull(cluster.state().claim(P));
  }

  private SourceView source() {
    return Objects.requireNonNull(cluster.state().source(P));
  }

  private static MemberAction release(ObjectRef target) {
    return new MemberAction.ReleaseClaim(target, ImmutableList.of());
  }

  private MemberAction createT() {
    return new MemberAction.CreateTemporaryClaim(
        new TemporaryClaim(
            claim("data-0-handoff"),
            ImmutableMap.of("a", "b"),
            "pv-data-0",
            "fast",
            ImmutableSortedSet.of("ReadWriteOnce"),
            "Filesystem",
            null,
            p().request()));
  }

  private GroupSnapshot snapshot(ClusterState seen, LiveReads live) {
    return Objects.requireNonNull(cluster.snapshot(GROUP, seen, live, ImmutableListMultimap.of()));
  }

  @Test
  void aWriteAtAnOldVersionIsAConflictAndChangesNothing() {
    ObjectRef old = p().meta().ref();
    assertThat(cluster.apply(release(old))).isEqualTo(Answer.APPLIED);
    ClusterState before = cluster.state();
    assertThat(cluster.apply(release(old))).isEqualTo(Answer.CONFLICT);
    assertThat(cluster.state()).isEqualTo(before);
  }

  @Test
  void aWriteToWhatIsNotThereIsGone() {
    ObjectRef nothing = new ObjectRef(P.namespace(), "nothing", "uid", "1");
    assertThat(cluster.apply(release(nothing))).isEqualTo(Answer.GONE);
    assertThat(cluster.apply(new MemberAction.DeleteSource(nothing))).isEqualTo(Answer.GONE);
  }

  @Test
  void aFinalizerIsNotAddedToADeletedObject() {
    cluster.take(User.delete(Kinds.CLAIMS, P));
    MemberAction adding =
        new MemberAction.ProtectClaim(
            p().meta().ref(), ImmutableList.of(Kinds.CLAIM_PROTECTION, "more"), ImmutableList.of());
    assertThat(cluster.apply(adding)).isEqualTo(Answer.REFUSED);
  }

  @Test
  void aSourceIsDeletedAtItsVersionAndATemporaryClaimByItsUid() {
    ObjectRef old = source().meta().ref();
    cluster.take(
        User.editSource(P, "", s -> SourceView.builder().from(s).schedule("@daily").build()));
    assertThat(cluster.apply(new MemberAction.DeleteSource(old))).isEqualTo(Answer.CONFLICT);
    ObjectRef claim = p().meta().ref();
    ObjectRef other = new ObjectRef(claim.namespace(), claim.name(), "other", "1");
    assertThat(cluster.apply(new MemberAction.DeleteTemporaryClaim(other)))
        .isEqualTo(Answer.CONFLICT);
    ObjectRef anyVersion = new ObjectRef(claim.namespace(), claim.name(), claim.uid(), "0");
    assertThat(cluster.apply(new MemberAction.DeleteTemporaryClaim(anyVersion)))
        .isEqualTo(Answer.APPLIED);
    assertThat(p().meta().isDeleting()).isTrue();
  }

  @Test
  void aNameThatIsTakenExistsAndATerminatingNamespaceRefuses() {
    assertThat(cluster.apply(createT())).isEqualTo(Answer.APPLIED);
    assertThat(cluster.apply(createT())).isEqualTo(Answer.EXISTS);
    SimulatedCluster other = Scenario.group("g").member("data-0").cluster();
    other.take(
        new Step(
            "user: deletes the namespace",
            state -> state.with(Kinds.NAMESPACES, new NamespaceView(Scenario.NAMESPACE, true))));
    assertThat(other.apply(createT())).isEqualTo(Answer.REFUSED);
  }

  /** A dry run stands under the same admission as the write, and writes nothing. */
  @Test
  void aRehearsalIsAnsweredAsTheWriteWouldBe() {
    ClusterState before = cluster.state();
    assertThat(cluster.rehearse(createT()).answer()).isEqualTo(Rehearsal.Answer.PASSED);
    cluster.admit(Admission.refusing(MemberAction.CreateTemporaryClaim.class, "over quota"));
    assertThat(cluster.rehearse(createT()).answer()).isEqualTo(Rehearsal.Answer.REFUSED);
    assertThat(cluster.rehearse(createT()).message()).isEqualTo("over quota");
    assertThat(cluster.apply(createT())).isEqualTo(Answer.REFUSED);
    assertThat(cluster.state()).isEqualTo(before);
  }

  @Test
  void aFaultHitsItsOwnWriteAlone() {
    cluster.set(new Fault(2, Moment.CRASH_BEFORE));
    cluster.set(new Fault(3, Moment.ANSWER_LOST));
    assertThat(cluster.apply(release(p().meta().ref()))).isEqualTo(Answer.APPLIED);
    ClusterState before = cluster.state();
    assertThatThrownBy(() -> cluster.apply(createT())).isInstanceOf(SimulatedCrash.class);
    assertThat(cluster.state()).isEqualTo(before);
    assertThat(cluster.apply(createT())).isEqualTo(Answer.LOST);
    assertThat(cluster.state().claim(claim("data-0-handoff"))).isNotNull();
  }

  @Test
  void whatWasReadLiveLiesOverTheCacheAndTheRestIsOld() {
    ClusterState cached = cluster.state();
    cluster.take(User.delete(Kinds.CLAIMS, P));
    cluster.take(User.delete(Kinds.SOURCES, P));
    LiveReads live = LiveReads.of(Evidence.SOURCES);
    GroupSnapshot seen = snapshot(live.read(cached, cluster::state), live);
    assertThat(seen.members().get(0).sources().known()).isEmpty();
    assertThat(seen.members().get(0).claim().matches(c -> c.meta().isDeleting())).isFalse();
    assertThat(seen.live()).containsExactly(Evidence.SOURCES);
  }

  @Test
  void whatMayNotBeReadIsUnknown() {
    cluster.refuseReading(Kinds.ATTACHMENTS, "forbidden");
    GroupSnapshot seen = snapshot(cluster.state(), LiveReads.none());
    assertThat(seen.members().get(0).attachments().isUnknown()).isTrue();
    assertThat(seen.members().get(0).attachments().why()).isEqualTo("forbidden");
    cluster.allowReading();
    assertThat(snapshot(cluster.state(), LiveReads.none()).members().get(0).attachments().known())
        .hasSize(1);
  }
}
