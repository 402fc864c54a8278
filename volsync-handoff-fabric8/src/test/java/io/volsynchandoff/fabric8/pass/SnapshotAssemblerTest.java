// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Iterables;
import io.volsynchandoff.core.journal.ClaimRecord;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.journal.VolumeJournal;
import io.volsynchandoff.core.snapshot.ClaimKey;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.GroupIntent;
import io.volsynchandoff.core.snapshot.GroupSnapshot;
import io.volsynchandoff.core.snapshot.Listed;
import io.volsynchandoff.core.snapshot.MemberSnapshot;
import io.volsynchandoff.core.snapshot.Meta;
import io.volsynchandoff.core.snapshot.Observed;
import io.volsynchandoff.core.snapshot.OperatorWord;
import io.volsynchandoff.core.snapshot.PodView;
import io.volsynchandoff.core.snapshot.SecretView;
import io.volsynchandoff.core.snapshot.SourceView;
import io.volsynchandoff.core.snapshot.VolumeView;
import io.volsynchandoff.fabric8.SampleObjects;
import io.volsynchandoff.fabric8.read.Views;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotAssemblerTest {
  private static final ClaimKey OTHER = new ClaimKey("shop", "other");

  private final FixedReads reads = new FixedReads();

  @Test
  void hasAMemberForWhatIsSelectedFrozenOrJournalled() {
    reads.volumes.add(volume("pv-1", journal("pv-1", SampleObjects.CLAIM, null)));
    GroupSnapshot snapshot =
        assemble(
            Listed.of(ImmutableList.of(OTHER)), freeze(new ClaimKey("shop", "frozen"), "pv-9"));
    assertThat(snapshot.members())
        .extracting(member -> member.key().name())
        .containsExactly("data", "frozen", "other");
    assertThat(snapshot.journalled().known()).hasSize(1);
  }

  @Test
  void takesTheVolumeThatTheFreezeNames() {
    reads.volumes.add(volume("pv-1", journal("pv-1", SampleObjects.CLAIM, null)));
    reads.volumes.add(volume("pv-2", null));
    assertThat(volumeOf(assemble(freeze(SampleObjects.CLAIM, "pv-2")))).isEqualTo("pv-2");
  }

  @Test
  void takesTheVolumeWhoseJournalBearsTheClaimBeforeTheBoundOne() {
    reads.claims.add(claim("pv-2"));
    reads.volumes.add(volume("pv-1", journal("pv-1", SampleObjects.CLAIM, null)));
    reads.volumes.add(volume("pv-2", null));
    assertThat(volumeOf(selected())).isEqualTo("pv-1");
  }

  @Test
  void takesTheBoundVolumeBeforeOneThatWasKept() {
    reads.claims.add(claim("pv-2"));
    reads.volumes.add(
        volume("pv-1", journal("pv-1", SampleObjects.CLAIM, VolumeJournal.Ending.KEPT)));
    reads.volumes.add(volume("pv-2", null));
    assertThat(volumeOf(selected())).isEqualTo("pv-2");
    reads.claims.clear();
    assertThat(volumeOf(selected())).isEqualTo("pv-1");
  }

  /** A copied annotation is no journal: it grants nothing (attack A20). */
  @Test
  void takesNoVolumeByAJournalThatWasCopied() {
    reads.volumes.add(volume("pv-2", journal("pv-1", SampleObjects.CLAIM, null)));
    assertThat(member(selected()).volume()).isEqualTo(Observed.absent());
  }

  @Test
  void listsTheOtherVolumesOfTheHandleAndOfTheClaim() {
    reads.claims.add(claim("pv-1"));
    VolumeView mine = volume("pv-1", null);
    reads.volumes.add(mine);
    reads.volumes.add(
        VolumeView.builder().from(volume("pv-2", null)).handle(mine.handle()).build());
    reads.volumes.add(
        volume("pv-3", journal("pv-3", SampleObjects.CLAIM, VolumeJournal.Ending.KEPT)));
    reads.volumes.add(volume("pv-4", null));
    assertThat(member(selected()).otherVolumes().known())
        .extracting(volume -> volume.meta().name())
        .containsExactly("pv-2", "pv-3");
  }

  @Test
  void findsPodsOfClaimAndTemporaryClaimAndMovers() {
    reads.pods.add(pod("web-0", "data"));
    reads.pods.add(pod("stranger", "data-handoff"));
    reads.pods.add(pod("elsewhere", "other"));
    reads.pods.add(
        PodView.builder()
            .from(pod("mover", "volsync-data-src"))
            .meta(
                Meta.builder()
                    .from(pod("mover", "x").meta())
                    .putLabels("app.kubernetes.io/created-by", "volsync")
                    .build())
            .build());
    assertThat(member(selected()).pods().known())
        .extracting(pod -> pod.meta().name())
        .containsExactlyInAnyOrder("web-0", "stranger", "mover");
  }

  /** Someone may re-point the frozen source and drop its journal (attack A9, A14). */
  @Test
  void findsTheFrozenSourceWhateverItSyncs() {
    reads.sources.add(source("source-uid", "elsewhere"));
    reads.sources.add(source("other-uid", "elsewhere"));
    reads.sources.add(source("rival-uid", "data"));
    assertThat(member(assemble(freeze(SampleObjects.CLAIM, "pv-1"))).sources().known())
        .extracting(source -> source.meta().uid())
        .containsExactlyInAnyOrder("source-uid", "rival-uid");
  }

  @Test
  void readsSecretsOnlyWhileAHandoffIsUnderWay() {
    reads.sources.add(source("source-uid", "data"));
    reads.secrets.add(new SecretView(new ClaimKey("shop", "psk"), "1"));
    assertThat(member(selected()).secrets().isUnknown()).isTrue();
    assertThat(member(assemble(freeze(SampleObjects.CLAIM, "pv-1"))).secrets().known()).hasSize(1);
    reads.secrets.clear();
    assertThat(member(assemble(freeze(SampleObjects.CLAIM, "pv-1"))).secrets())
        .isEqualTo(Listed.none());
  }

  /** Design §7 rule 8: what was not read is unknown, in every field. */
  @Test
  void keepsWhatIsUnknown() {
    reads.unknown = "cannot list";
    MemberSnapshot member = member(selected());
    assertThat(member.claim().why()).isEqualTo("cannot list");
    assertThat(member.temporaryClaim().isUnknown()).isTrue();
    assertThat(member.volume().isUnknown()).isTrue();
    assertThat(member.otherVolumes().isUnknown()).isTrue();
    assertThat(member.pods().isUnknown()).isTrue();
    assertThat(member.sources().isUnknown()).isTrue();
    assertThat(member.attachments().isUnknown()).isTrue();
    assertThat(selected().journalled().isUnknown()).isTrue();
  }

  @Test
  void readsAttachmentsAndDriverOfTheVolume() {
    reads.claims.add(claim("pv-1"));
    reads.volumes.add(volume("pv-1", null));
    MemberSnapshot member = member(selected());
    assertThat(Iterables.getOnlyElement(member.attachments().known()).volumeName())
        .isEqualTo("pv-1");
    assertThat(member.csiDriver().matches(it -> it.name().equals("csi.example.com"))).isTrue();
  }

  private GroupSnapshot selected() {
    return assemble(Listed.of(ImmutableList.of(SampleObjects.CLAIM)), Observed.absent());
  }

  private GroupSnapshot assemble(Observed<Freeze> freeze) {
    return assemble(Listed.none(), freeze);
  }

  private GroupSnapshot assemble(Listed<ClaimKey> selected, Observed<Freeze> freeze) {
    GroupIntent intent =
        GroupIntent.builder()
            .group(SampleObjects.GROUP)
            .number(7)
            .role(GroupIntent.Role.PRIMARY)
            .selected(selected)
            .build();
    GroupFacts facts =
        new GroupFacts(
            intent, freeze, OperatorWord.none(), null, 0, ImmutableList.of(), ImmutableMap.of());
    return SnapshotAssembler.assemble(facts, reads, ImmutableListMultimap.of());
  }

  private static Observed<Freeze> freeze(ClaimKey claim, String volume) {
    FrozenMember member =
        new FrozenMember(claim, "claim-uid", volume, "source-uid", ImmutableSortedSet.of());
    return Observed.of(
        new Freeze(
            SampleObjects.ID, GroupIntent.RequestedAction.RELOCATE, ImmutableList.of(member)));
  }

  private static MemberSnapshot member(GroupSnapshot snapshot) {
    return Iterables.getOnlyElement(snapshot.members());
  }

  private static @Nullable String volumeOf(GroupSnapshot snapshot) {
    VolumeView volume = member(snapshot).volume().orNull();
    return volume == null ? null : volume.meta().name();
  }

  private static ClaimView claim(String volume) {
    return ClaimView.builder().from(Views.claim(SampleObjects.claim())).volumeName(volume).build();
  }

  private static VolumeView volume(String name, @Nullable VolumeJournal journal) {
    VolumeView view = Views.volume(SampleObjects.volume(name));
    return VolumeView.builder()
        .from(view)
        .meta(Meta.builder().from(view.meta()).uid("uid-of-" + name).build())
        .journal(journal == null ? Observed.absent() : Observed.of(journal))
        .build();
  }

  private static VolumeJournal journal(
      String volume, ClaimKey claim, VolumeJournal.@Nullable Ending ending) {
    return VolumeJournal.builder()
        .from(SampleObjects.volumeJournal())
        .volumeUid("uid-of-" + volume)
        .claim(
            new ClaimRecord(
                claim, "claim-uid", OpaqueSpec.EMPTY, ImmutableMap.of(), ImmutableMap.of()))
        .ending(ending)
        .build();
  }

  private static SourceView source(String uid, String claim) {
    SourceView view = Views.source(SampleObjects.source());
    return SourceView.builder()
        .from(view)
        .meta(Meta.builder().from(view.meta()).uid(uid).build())
        .sourceClaim(claim)
        .build();
  }

  private static PodView pod(String name, String claim) {
    return PodView.builder()
        .meta(Meta.builder().namespace("shop").name(name).uid("uid-of-" + name).build())
        .addClaims(claim)
        .build();
  }
}
