// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.fabric8.read;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object read strictly: each field is taken once, by the type that it must have, and what
 * is left at the end is an error. Every method throws {@link IllegalArgumentException} with the
 * path of the field.
 */
final class StrictFields {
  private final String path;
  private final Map<String, Object> left;

  StrictFields(String path, Map<String, Object> fields) {
    this.path = path;
    this.left = new LinkedHashMap<>(fields);
  }

  String text(String field) {
    return required(field, optionalText(field));
  }

  @Nullable String optionalText(String field) {
    return as(String.class, "a string", field);
  }

  boolean flag(String field) {
    return required(field, as(Boolean.class, "true or false", field));
  }

  Instant time(String field) {
    String text = text(field);
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(at(field) + " is no time: " + text, e);
    }
  }

  /** A whole number from {@code least} on. */
  long number(String field, long least) {
    Number number = required(field, as(Number.class, "a number", field));
    boolean whole = number instanceof Integer || number instanceof Long;
    if (!whole || number.longValue() < least) {
      throw new IllegalArgumentException(at(field) + " must be a whole number from " + least);
    }
    return number.longValue();
  }

  /** A whole number from {@code least} on that fits an {@code int}. */
  int count(String field, int least) {
    long number = number(field, least);
    if (number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(at(field) + " is too large: " + number);
    }
    return (int) number;
  }

  StrictFields object(String field) {
    return required(field, optionalObject(field));
  }

  @Nullable StrictFields optionalObject(String field) {
    Map<String, Object> fields = map(field);
    return fields == null ? null : new StrictFields(at(field), fields);
  }

  /** An object that is not looked into. */
  Map<String, Object> opaque(String field) {
    return required(field, map(field));
  }

  ImmutableMap<String, String> strings(String field) {
    ImmutableMap.Builder<String, String> strings = ImmutableMap.builder();
    opaque(field).forEach((key, value) -> strings.put(key, string(at(field) + "." + key, value)));
    return strings.buildOrThrow();
  }

  ImmutableList<String> list(String field) {
    return items(field).stream()
        .map(item -> string(at(field), item))
        .collect(ImmutableList.toImmutableList());
  }

  ImmutableList<StrictFields> objects(String field) {
    ImmutableList.Builder<StrictFields> objects = ImmutableList.builder();
    for (Object item : items(field)) {
      objects.add(new StrictFields(at(field), castMap(at(field), item)));
    }
    return objects.build();
  }

  /** To be called when every field was taken. */
  void end() {
    if (!left.isEmpty()) {
      throw new IllegalArgumentException("unknown field " + at(left.keySet().iterator().next()));
    }
  }

  private List<?> items(String field) {
    return required(field, as(List.class, "a list", field));
  }

  private @Nullable Map<String, Object> map(String field) {
    Object value = left.remove(field);
    return value == null ? null : castMap(at(field), value);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> castMap(String where, @Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new IllegalArgumentException(where + " must be an object");
  }

  private static String string(String where, @Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(where + " must be a string");
  }

  private <T> @Nullable T as(Class<T> type, String what, String field) {
    Object value = left.remove(field);
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(at(field) + " must be " + what);
    }
    return type.cast(value);
  }

  private <T> T required(String field, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(at(field) + " is missing");
    }
    return value;
  }

  private String at(String field) {
    return path.isEmpty() ? field : path + "." + field;
  }
}
