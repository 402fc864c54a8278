// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.state;

import io.volsynchandoff.core.journal.OpaqueSpec;
import io.volsynchandoff.core.snapshot.ClaimView;
import io.volsynchandoff.core.snapshot.Mover;
import io.volsynchandoff.core.snapshot.SourceView;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Gives claims and sources the text of the spec that their fields stand for, so that what a journal
 * carries is the spec as it was at that very version.
 */
final class SpecText {
  private SpecText() {}

  static ClaimView complete(ClaimView claim) {
    StringJoiner fields = new StringJoiner(",", "{", "}");
    StringJoiner modes = new StringJoiner(",", "[", "]");
    claim.accessModes().stream().sorted().forEach(mode -> modes.add(quoted(mode)));
    fields.add("\"accessModes\":" + modes);
    fields.add("\"resources\":{\"requests\":{\"storage\":" + quoted(claim.request().text()) + "}}");
    add(fields, "storageClassName", claim.storageClass());
    add(fields, "volumeAttributesClassName", claim.attributesClass());
    add(fields, "volumeMode", claim.volumeMode());
    add(fields, "volumeName", claim.volumeName());
    return ClaimView.builder().from(claim).spec(new OpaqueSpec(fields.toString())).build();
  }

  static SourceView complete(SourceView source) {
    StringJoiner fields = new StringJoiner(",", "{", "}");
    fields.add("\"paused\":" + source.paused());
    for (Mover mover : Mover.values()) {
      if (source.movers().contains(mover)) {
        fields.add(quoted(mover.field()) + ":" + moverSection(source));
      }
    }
    add(fields, "sourcePVC", source.sourceClaim());
    StringJoiner trigger = new StringJoiner(",", "{", "}");
    add(trigger, "manual", source.manualTag());
    add(trigger, "schedule", source.schedule());
    fields.add("\"trigger\":" + trigger);
    return SourceView.builder().from(source).spec(new OpaqueSpec(fields.toString())).build();
  }

  private static String moverSection(SourceView source) {
    StringJoiner section = new StringJoiner(",", "{", "}");
    add(section, "copyMethod", source.copyMethod());
    add(section, "keySecret", source.secretName());
    StringJoiner labels = new StringJoiner(",", "{", "}");
    for (Map.Entry<String, String> label : source.moverPodLabels().entrySet()) {
      add(labels, label.getKey(), label.getValue());
    }
    if (!source.moverPodLabels().isEmpty()) {
      section.add("\"moverPodLabels\":" + labels);
    }
    return section.toString();
  }

  private static void add(StringJoiner fields, String name, @Nullable String value) {
    if (value != null) {
      fields.add(quoted(name) + ":" + quoted(value));
    }
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
