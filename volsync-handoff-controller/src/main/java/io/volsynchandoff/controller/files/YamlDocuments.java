// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import com.google.common.io.ByteStreams;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.YamlUnicodeReader;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Splits a stream of YAML (or JSON) into the node trees of its documents. */
final class YamlDocuments {
  /** The pods of a large namespace, as {@code kubectl get -o yaml} prints them, take a few MiB. */
  static final int MAX_BYTES = 128 * 1024 * 1024;

  /** Aliases multiply what they name; objects as kubectl prints them have none. */
  private static final int MAX_ALIASES = 16;

  static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setSchema(new CoreSchema())
          .setMaxAliasesForCollections(MAX_ALIASES)
          .setCodePointLimit(MAX_BYTES)
          .build();

  private YamlDocuments() {}

  /**
   * The documents of a stream, in order, empty ones left out.
   *
   * @throws InputError for what is no YAML, too large, too deep or multiplied by aliases
   */
  static ImmutableList<Node> read(String file, InputStream in) throws IOException {
    byte[] bytes = ByteStreams.toByteArray(ByteStreams.limit(in, MAX_BYTES + 1L));
    if (bytes.length > MAX_BYTES) {
      throw new InputError(file + ": larger than " + MAX_BYTES / (1024 * 1024) + " MiB");
    }
    try (YamlUnicodeReader text = new YamlUnicodeReader(new ByteArrayInputStream(bytes))) {
      ParserImpl parser = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
      return ImmutableList.copyOf(new Composer(SETTINGS, new BoundedDepth(file, parser)));
    } catch (MarkedYamlEngineException e) {
      throw InputError.at(
          new Origin(file, e.getProblemMark().map(Mark::getLine).orElse(0) + 1),
          "malformed YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new InputError(
          file + ": malformed YAML: " + firstLine(Strings.nullToEmpty(e.getMessage())));
    }
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("");
  }
}
