// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.parser.Parser;

/** Stops a document that nests so deep that the composer, which is recursive, would run over. */
final class BoundedDepth implements Parser {
  /** A Kubernetes object stays below 20. */
  private static final int MAX_DEPTH = 200;

  private final String file;
  private final Parser parser;
  private int depth;

  BoundedDepth(String file, Parser parser) {
    this.file = file;
    this.parser = parser;
  }

  @Override
  public boolean checkEvent(Event.ID choice) {
    return parser.checkEvent(choice);
  }

  @Override
  public Event peekEvent() {
    return parser.peekEvent();
  }

  @Override
  public boolean hasNext() {
    return parser.hasNext();
  }

  @Override
  public Event next() {
    Event event = parser.next();
    switch (event.getEventId()) {
      case MappingStart, SequenceStart -> enter(event);
      case MappingEnd, SequenceEnd -> depth--;
      default -> {}
    }
    return event;
  }

  private void enter(Event event) {
    depth++;
    if (depth > MAX_DEPTH) {
      int line = event.getStartMark().map(Mark::getLine).orElse(0) + 1;
      throw InputError.at(new Origin(file, line), "nested deeper than " + MAX_DEPTH + " levels");
    }
  }
}
