// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import io.volsynchandoff.core.journal.HandoffId;
import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.snapshot.ClaimKey;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the journals and the freeze have in common. */
final class CodecFields {
  static final String ACTION = "action";
  static final String ATTEMPT = "attempt";
  static final String GENERATION = "generation";
  static final String ID = "id";
  static final String LABELS = "labels";
  static final String MEMBERS = "members";
  static final String NAME = "name";
  static final String NAMESPACE = "namespace";
  static final String SOURCE_UID = "sourceUid";
  static final String SPEC = "spec";
  static final String TEMPORARY_CLAIM_UID = "temporaryClaimUid";
  static final String UID = "uid";

  private static final String VERSION = "v";
  private static final int CURRENT_VERSION = 1;

  private CodecFields() {}

  static void writeVersion(Map<String, Object> into) {
    into.put(VERSION, CURRENT_VERSION);
  }

  static void readVersion(StrictFields fields) {
    long version = fields.number(VERSION, 1);
    if (version != CURRENT_VERSION) {
      throw new IllegalArgumentException("written by a later release, as version " + version);
    }
  }

  static void writeClaim(Map<String, Object> into, ClaimKey key) {
    into.put(NAMESPACE, key.namespace());
    into.put(NAME, key.name());
  }

  static ClaimKey readClaim(StrictFields fields) {
    return new ClaimKey(fields.text(NAMESPACE), fields.text(NAME));
  }

  static HandoffId readId(StrictFields fields) {
    return new HandoffId(fields.text(ID));
  }

  static Object writeSpec(OpaqueSpec spec) {
    return Json.parseObject(spec.json());
  }

  static OpaqueSpec readSpec(StrictFields fields, String field) {
    return new OpaqueSpec(Json.canonical(fields.opaque(field)));
  }

  static void putIfPresent(Map<String, Object> into, String field, @Nullable Object value) {
    if (value != null) {
      into.put(field, value);
    }
  }

  /** An enum's name in lower case with hyphens, as it is written. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The enum value of a word that {@link #word} wrote. */
  static <E extends Enum<E>> E fromWord(Class<E> type, String field, String word) {
    for (E value : type.getEnumConstants()) {
      if (word(value).equals(word)) {
        return value;
      }
    }
    throw new IllegalArgumentException(field + " has an unknown value " + word);
  }
}
