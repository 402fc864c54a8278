// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import io.volsynchandoff.core.journal.Freeze;
import io.volsynchandoff.core.journal.FrozenMember;
import io.volsynchandoff.core.snapshot.GroupIntent.RequestedAction;
import java.util.LinkedHashMap;
import java.util.Map;

/** The freeze as JSON fields (design §5.2); {@link Freeze#sizeBound} bounds their size. */
final class FreezeFields {
  private static final String CLAIM_UID = "uid";
  private static final String NODES = "nodes";
  private static final String SOURCE = "source";
  private static final String VOLUME = "volume";

  private FreezeFields() {}

  static Map<String, Object> write(Freeze freeze) {
    Map<String, Object> fields = new LinkedHashMap<>();
    CodecFields.writeVersion(fields);
    fields.put(CodecFields.ID, freeze.id().text());
    fields.put(CodecFields.ACTION, CodecFields.word(freeze.action()));
    fields.put(
        CodecFields.MEMBERS, freeze.members().stream().map(FreezeFields::writeMember).toList());
    return fields;
  }

  static Freeze read(StrictFields fields) {
    CodecFields.readVersion(fields);
    return new Freeze(
        CodecFields.readId(fields),
        CodecFields.fromWord(
            RequestedAction.class, CodecFields.ACTION, fields.text(CodecFields.ACTION)),
        fields.objects(CodecFields.MEMBERS).stream()
            .map(FreezeFields::readMember)
            .collect(ImmutableList.toImmutableList()));
  }

  private static Map<String, Object> writeMember(FrozenMember member) {
    Map<String, Object> fields = new LinkedHashMap<>();
    CodecFields.writeClaim(fields, member.claim());
    fields.put(CLAIM_UID, member.claimUid());
    fields.put(VOLUME, member.volume());
    CodecFields.putIfPresent(fields, SOURCE, member.sourceUid());
    fields.put(NODES, member.nodes());
    return fields;
  }

  private static FrozenMember readMember(StrictFields fields) {
    FrozenMember member =
        new FrozenMember(
            CodecFields.readClaim(fields),
            fields.text(CLAIM_UID),
            fields.text(VOLUME),
            fields.optionalText(SOURCE),
            ImmutableSortedSet.copyOf(fields.list(NODES)));
    fields.end();
    return member;
  }
}
