// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * JSON by way of the client's own serialization, so that no JSON library is named here and any
 * client version will do.
 */
final class Json {
  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  private Json() {}

  /** The one text of a value: keys sorted, no white space, nulls left out. */
  static String canonical(Object value) {
    return SERIALIZATION.asJson(sorted(plain(value)));
  }

  /** Keys in the order given. */
  static String ordered(Map<String, ?> value) {
    return SERIALIZATION.asJson(value);
  }

  /** An API object, or a part of one, as maps, lists and scalars. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> mapOf(Object value) {
    return SERIALIZATION.convertValue(value, LinkedHashMap.class);
  }

  /**
   * Parses exactly one JSON object.
   *
   * @throws IllegalArgumentException where the text is something else
   */
  @SuppressWarnings("unchecked")
  static Map<String, Object> parseObject(String text) {
    String trimmed = text.strip();
    if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) {
      throw new IllegalArgumentException("not a JSON object");
    }
    List<Object> parsed;
    try {
      // In a list, so that anything after the object is an error and not left unread.
      parsed = SERIALIZATION.unmarshal("[" + trimmed + "]", List.class);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("malformed JSON: " + firstLine(e), e);
    }
    if (parsed.size() == 1 && parsed.get(0) instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new IllegalArgumentException("more than one JSON object");
  }

  private static Object plain(Object value) {
    boolean isPlain = value instanceof Map || value instanceof List || value instanceof String;
    return isPlain ? value : mapOf(value);
  }

  private static @Nullable Object sorted(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> byKey = new TreeMap<>();
      map.forEach(
          (key, inner) -> {
            if (inner != null) {
              byKey.put(String.valueOf(key), sorted(inner));
            }
          });
      return byKey;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Json::sorted).toList();
    }
    return value;
  }

  private static String firstLine(RuntimeException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String message = String.valueOf(cause.getMessage());
    return ImmutableList.copyOf(message.split("\n", 2)).get(0);
  }
}
