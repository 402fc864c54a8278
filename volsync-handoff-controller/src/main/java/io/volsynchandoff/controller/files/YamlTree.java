// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Turns YAML nodes into JSON; a key given twice, a foreign tag or a recursion is refused. */
final class YamlTree {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String file;

  YamlTree(String file) {
    this.file = file;
  }

  JsonNode json(Node node) {
    if (node.isRecursive()) {
      throw InputError.at(origin(node), "malformed YAML: an alias that contains itself");
    }
    if (node instanceof MappingNode mapping) {
      return object(mapping);
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      sequence.getValue().forEach(item -> array.add(json(item)));
      return array;
    }
    return scalar((ScalarNode) node);
  }

  Origin origin(Node node) {
    return new Origin(file, node.getStartMark().map(Mark::getLine).orElse(0) + 1);
  }

  /**
   * The entries of a mapping by their keys.
   *
   * @throws InputError where a key is given twice or is no text
   */
  Map<String, Node> entries(MappingNode mapping) {
    Map<String, Node> entries = new LinkedHashMap<>();
    for (NodeTuple entry : mapping.getValue()) {
      if (!(entry.getKeyNode() instanceof ScalarNode key)) {
        throw InputError.at(origin(entry.getKeyNode()), "malformed YAML: a key that is no text");
      }
      if (entries.putIfAbsent(key.getValue(), entry.getValueNode()) != null) {
        throw InputError.at(
            origin(key), "malformed YAML: the key '" + key.getValue() + "' is given twice");
      }
    }
    return entries;
  }

  private ObjectNode object(MappingNode mapping) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    entries(mapping).forEach((key, value) -> object.set(key, json(value)));
    return object;
  }

  private JsonNode scalar(ScalarNode node) {
    if (node.getTag().equals(Tag.STR)) {
      return JsonNodeFactory.instance.textNode(node.getValue());
    }
    ConstructNode constructor =
        YamlDocuments.SETTINGS.getSchema().getSchemaTagConstructors().get(node.getTag());
    if (constructor == null) {
      throw InputError.at(
          origin(node), "malformed YAML: the tag " + node.getTag() + " is not read");
    }
    return MAPPER.valueToTree(constructor.construct(node));
  }
}
