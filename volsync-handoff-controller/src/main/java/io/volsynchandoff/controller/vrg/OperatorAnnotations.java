// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.vrg;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.volsynchandoff.core.HandoffNames;
import io.volsynchandoff.core.snapshot.OperatorWord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an operator says by annotations of the VRG (design §8). An annotation that is not exactly of
 * its form says nothing, and is a problem to be told: a permission is never read into a typing
 * error.
 *
 * @param problems one line for every annotation that was not understood
 * @param sourceProblem why {@code source} was not understood; null where it was. Nothing may start
 *     then, as the source that is meant is not known
 */
record OperatorAnnotations(
    OperatorWord word, ImmutableList<String> problems, @Nullable String sourceProblem) {
  private static final Splitter COMMAS = Splitter.on(',').trimResults();
  private static final Splitter FIRST_EQUALS = Splitter.on('=').trimResults().limit(2);
  private static final Pattern OBJECT_NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
  private static final Pattern UID = Pattern.compile("[A-Za-z0-9][-A-Za-z0-9]{0,127}");

  static OperatorAnnotations read(Map<String, String> annotations) {
    Reader reader = new Reader(annotations);
    OperatorWord word =
        OperatorWord.builder()
            .sources(reader.sources())
            .retry(reader.retry())
            .acceptedClaims(reader.acceptedClaims())
            .volumesNotReapplied(reader.volumesNotReapplied())
            .build();
    return new OperatorAnnotations(word, reader.problems.build(), reader.sourceProblem);
  }

  private static final class Reader {
    private final Map<String, String> annotations;
    private final ImmutableList.Builder<String> problems = ImmutableList.builder();
    private @Nullable String sourceProblem;

    Reader(Map<String, String> annotations) {
      this.annotations = annotations;
    }

    ImmutableMap<String, String> sources() {
      String text = annotations.get(HandoffNames.SOURCE_ANNOTATION);
      if (text == null) {
        return ImmutableMap.of();
      }
      Map<String, String> sources = new HashMap<>();
      for (String entry : COMMAS.split(text)) {
        List<String> pair = FIRST_EQUALS.splitToList(entry);
        boolean isPair = pair.size() == 2 && pair.stream().allMatch(Reader::isName);
        if (!isPair || sources.putIfAbsent(pair.get(0), pair.get(1)) != null) {
          sourceProblem =
              problem(
                  HandoffNames.SOURCE_ANNOTATION,
                  "'" + entry + "' is no <claim>=<source>, each claim named once");
          return ImmutableMap.of();
        }
      }
      return ImmutableMap.copyOf(sources);
    }

    @Nullable String retry() {
      String text = annotations.get(HandoffNames.RETRY_ANNOTATION);
      if (text != null && !UID.matcher(text).matches()) {
        problem(HandoffNames.RETRY_ANNOTATION, "'" + text + "' is no handoff id");
        return null;
      }
      return text;
    }

    ImmutableSet<String> acceptedClaims() {
      String text = annotations.get(HandoffNames.ACCEPT_CLAIM_ANNOTATION);
      if (text == null) {
        return ImmutableSet.of();
      }
      ImmutableSet<String> uids = ImmutableSet.copyOf(COMMAS.split(text));
      if (uids.stream().allMatch(uid -> UID.matcher(uid).matches())) {
        return uids;
      }
      problem(HandoffNames.ACCEPT_CLAIM_ANNOTATION, "'" + text + "' is no list of claim uids");
      return ImmutableSet.of();
    }

    boolean volumesNotReapplied() {
      String text = annotations.get(HandoffNames.VOLUMES_NOT_REAPPLIED_ANNOTATION);
      if (text != null && !text.equals("true") && !text.equals("false")) {
        problem(
            HandoffNames.VOLUMES_NOT_REAPPLIED_ANNOTATION,
            "'" + text + "' is neither true nor false");
      }
      return "true".equals(text);
    }

    private String problem(String annotation, String why) {
      String problem = "annotation " + annotation + ": " + why;
      problems.add(problem);
      return problem;
    }

    private static boolean isName(String text) {
      return OBJECT_NAME.matcher(text).matches();
    }
  }
}
