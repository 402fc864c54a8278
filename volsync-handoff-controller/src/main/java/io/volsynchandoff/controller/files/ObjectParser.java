// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Throwables;
import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Turns the documents of one file into objects, taking {@code List} kinds apart. */
final class ObjectParser {
  private static final String LIST = "List";
  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  private final YamlTree tree;
  private final ImmutableList.Builder<FileObject> objects = ImmutableList.builder();

  private ObjectParser(String file) {
    this.tree = new YamlTree(file);
  }

  static ImmutableList<FileObject> parse(String file, Iterable<Node> documents) {
    ObjectParser parser = new ObjectParser(file);
    documents.forEach(document -> parser.document(document, "", ""));
    return parser.objects.build();
  }

  /**
   * @param apiVersion of the list that the document stands in, for items that do not say it
   * @param kind of those items
   */
  private void document(Node document, String apiVersion, String kind) {
    Origin origin = tree.origin(document);
    if (!(document instanceof MappingNode mapping)) {
      if (tree.json(document).isNull()) {
        return; // An empty document, as between two separators.
      }
      throw InputError.at(origin, "is no Kubernetes object");
    }
    Map<String, Node> entries = tree.entries(mapping);
    String ownVersion = text(entries.get("apiVersion"), apiVersion);
    String ownKind = text(entries.get("kind"), kind);
    if (ownKind.isEmpty() || ownVersion.isEmpty()) {
      throw InputError.at(origin, "an object without apiVersion and kind");
    }
    if (ownKind.endsWith(LIST)) {
      items(entries.get("items"), origin, ownVersion, ownKind);
    } else {
      objects.add(object(mapping, origin, ownVersion, ownKind));
    }
  }

  private void items(@Nullable Node items, Origin origin, String apiVersion, String listKind) {
    // The items of a plain List say themselves what they are; those of a PodList need not.
    String kind = listKind.substring(0, listKind.length() - LIST.length());
    if (items instanceof SequenceNode sequence) {
      sequence.getValue().forEach(item -> document(item, kind.isEmpty() ? "" : apiVersion, kind));
    } else if (items == null || !tree.json(items).isNull()) {
      throw InputError.at(origin, "a " + listKind + " without items");
    }
  }

  private FileObject object(MappingNode mapping, Origin origin, String apiVersion, String name) {
    KnownKind kind = KnownKind.of(apiVersion, name);
    if (kind == null) {
      throw InputError.at(
          origin, "unknown kind " + name + " (" + apiVersion + "); known are: " + KnownKind.all());
    }
    ObjectNode json = (ObjectNode) tree.json(mapping);
    json.put("apiVersion", apiVersion).put("kind", name);
    requireIdentity(json, kind, origin);
    return new FileObject(kind, typed(json, kind, origin), origin);
  }

  private static HasMetadata typed(ObjectNode json, KnownKind kind, Origin origin) {
    try {
      return SERIALIZATION.convertValue(json, kind.type());
    } catch (IllegalArgumentException e) {
      throw InputError.at(origin, describe(json, kind) + ": " + problem(e));
    }
  }

  private static void requireIdentity(ObjectNode json, KnownKind kind, Origin origin) {
    ImmutableList<String> fields =
        kind.isNamespaced()
            ? ImmutableList.of("name", "namespace", "uid")
            : ImmutableList.of("name", "uid");
    for (String field : fields) {
      JsonNode value = json.path("metadata").path(field);
      if (!value.isTextual() || value.textValue().isEmpty()) {
        throw InputError.at(
            origin,
            describe(json, kind)
                + " has no metadata."
                + field
                + "; give objects as the cluster holds them (kubectl get -o yaml)");
      }
    }
  }

  private static String describe(ObjectNode json, KnownKind kind) {
    String name = json.path("metadata").path("name").asText();
    return name.isEmpty() ? kind.kind() : kind.kind() + " " + name;
  }

  /** Field and problem in one line, without Jackson's source locations. */
  private static String problem(IllegalArgumentException error) {
    if (!(Throwables.getRootCause(error) instanceof JsonMappingException mapping)) {
      return String.valueOf(error.getMessage()).lines().findFirst().orElse("");
    }
    String path =
        mapping.getPath().stream()
            .map(step -> step.getFieldName() == null ? "[]" : step.getFieldName())
            .collect(Collectors.joining("."));
    String problem = mapping.getOriginalMessage().lines().findFirst().orElse("");
    return path.isEmpty() ? problem : path + ": " + problem;
  }

  private static String text(@Nullable Node node, String otherwise) {
    return node instanceof ScalarNode scalar ? scalar.getValue() : otherwise;
  }
}
