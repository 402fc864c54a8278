// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.controller.vrg.LabelRequirement.Operator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A label selector as it is given on a command line, in the equality-based form of kubectl. */
public final class LabelFilter {
  public static final LabelFilter ALL = new LabelFilter(ImmutableList.of());

  private static final Splitter COMMAS = Splitter.on(',').trimResults();
  private static final String KEY = "([A-Za-z0-9][-A-Za-z0-9_./]*)";
  private static final Pattern VALUE =
      Pattern.compile(KEY + "\\s*(==?|!=)\\s*([A-Za-z0-9]?[-A-Za-z0-9_.]*)");
  private static final Pattern PRESENCE = Pattern.compile("(!?)\\s*" + KEY);

  private final ImmutableList<LabelRequirement> requirements;

  private LabelFilter(ImmutableList<LabelRequirement> requirements) {
    this.requirements = requirements;
  }

  /**
   * Reads {@code key=value}, {@code key!=value}, {@code key} and {@code !key}, separated by commas.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static LabelFilter parse(String text) {
    return new LabelFilter(
        COMMAS
            .splitToStream(text)
            .map(LabelFilter::requirement)
            .collect(ImmutableList.toImmutableList()));
  }

  private static LabelRequirement requirement(String text) {
    Matcher value = VALUE.matcher(text);
    if (value.matches()) {
      Operator operator = value.group(2).equals("!=") ? Operator.NOT_IN : Operator.IN;
      return new LabelRequirement(value.group(1), operator, ImmutableSet.of(value.group(3)));
    }
    Matcher presence = PRESENCE.matcher(text);
    if (presence.matches()) {
      Operator operator = presence.group(1).isEmpty() ? Operator.EXISTS : Operator.DOES_NOT_EXIST;
      return new LabelRequirement(presence.group(2), operator, ImmutableSet.of());
    }
    throw new IllegalArgumentException(
        "'" + text + "' is none of key=value, key!=value, key and !key");
  }

  public boolean matches(@Nullable Map<String, String> labels) {
    ImmutableMap<String, String> borne =
        labels == null ? ImmutableMap.of() : ImmutableMap.copyOf(labels);
    return requirements.stream().allMatch(requirement -> requirement.holdsOf(borne));
  }
}
