package org.orbweaver.common.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * JSON objects as maps or records: lines for other tools, and the records of our own files.
 *
 * <p>A record's components are the fields, in their order. They may be {@code int}, {@code long},
 * {@code float}, {@code double}, {@code boolean}, strings, times, enums (by {@code toString}),
 * records, and lists, maps by name and optionals of these. A field without a component is ignored;
 * an empty optional is an absent field.
 */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /**
   * A record or a map on one line, without its line break.
   *
   * @param fields in order; values may be strings, numbers, booleans, null, records, iterables and
   *     maps of these; anything else is written as its string. Numbers that JSON lacks (NaN and the
   *     infinities) become null.
   */
  public static String line(Object fields) {
    return text(fields, false);
  }

  /** A record or a map on many lines, for people to read. */
  public static String pretty(Object fields) {
    return text(fields, true) + '\n';
  }

  private static String text(Object value, boolean pretty) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      if (pretty) {
        json.useDefaultPrettyPrinter();
      }
      write(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * The fields of an object: strings, longs, doubles, booleans, null, lists and maps.
   *
   * @throws IOException if the text is not an object
   */
  public static Map<String, Object> parse(String text) throws IOException {
    try (JsonParser json = FACTORY.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      return object(json);
    }
  }

  /**
   * A record from an object.
   *
   * @throws IOException if the text is no object, a field is missing or has another type, or the
   *     record refuses a value
   */
  public static <R extends Record> R parse(String text, Class<R> type) throws IOException {
    return record(parse(text), type);
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Record fields) {
      json.writeStartObject();
      for (RecordComponent component : fields.getClass().getRecordComponents()) {
        Object part = get(fields, component);
        if (!(part instanceof Optional<?> optional && optional.isEmpty())) {
          json.writeFieldName(component.getName());
          write(json, part);
        }
      }
      json.writeEndObject();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> field : map.entrySet()) {
        json.writeFieldName(String.valueOf(field.getKey()));
        write(json, field.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        write(json, item);
      }
      json.writeEndArray();
    } else if (value instanceof Optional<?> optional) {
      write(json, optional.orElse(null));
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else if (value instanceof Float f && Float.isFinite(f)) {
      json.writeNumber(f);
    } else if (value instanceof Double d && Double.isFinite(d)) {
      json.writeNumber(d);
    } else if (value instanceof Float || value instanceof Double) {
      json.writeNull();
    } else if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      json.writeNumber(((Number) value).longValue());
    } else {
      json.writeString(value.toString());
    }
  }

  private static Object get(Record fields, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(fields);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component.toString(), e);
    }
  }

  private static Map<String, Object> object(JsonParser json) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      map.put(name, value(json));
    }
    return map;
  }

  private static Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(json));
        }
        yield list;
      }
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
      case VALUE_NULL -> null;
      default -> json.getText();
    };
  }

  private static <R> R record(Map<?, ?> fields, Class<R> type) throws IOException {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      String name = components[i].getName();
      try {
        values[i] = bind(fields.get(name), components[i].getGenericType());
      } catch (RuntimeException e) {
        Object found = fields.get(name);
        throw new IOException(
            '"' + name + (found == null ? "\" is missing" : "\" cannot be " + found), e);
      }
    }
    try {
      Constructor<R> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IOException(e.getCause() == null ? e.toString() : e.getCause().getMessage(), e);
    }
  }

  /** Throws an unchecked exception of some kind if the value is not of the type. */
  private static Object bind(Object value, Type type) throws IOException {
    if (type instanceof ParameterizedType generic) {
      Type[] of = generic.getActualTypeArguments();
      Type element = of[of.length - 1];
      if (generic.getRawType() == Optional.class) {
        return value == null ? Optional.empty() : Optional.of(bind(value, element));
      }
      if (generic.getRawType() == List.class) {
        List<Object> list = new ArrayList<>();
        for (Object item : (List<?>) value) {
          list.add(bind(item, element));
        }
        return List.copyOf(list);
      }
      Map<String, Object> map = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        map.put((String) entry.getKey(), bind(entry.getValue(), element));
      }
      return map;
    }
    Class<?> wanted = (Class<?>) type;
    if (wanted == double.class || wanted == Double.class) {
      return value == null ? Double.NaN : ((Number) value).doubleValue();
    }
    if (wanted == float.class) {
      return value == null ? Float.NaN : ((Number) value).floatValue();
    }
    if (wanted == int.class || wanted == Integer.class) {
      return Math.toIntExact((Long) value);
    }
    if (wanted == String.class) {
      return value.toString();
    }
    if (wanted == Instant.class) {
      return Instant.parse((String) value);
    }
    if (wanted.isEnum()) {
      return Arrays.stream(wanted.getEnumConstants())
          .filter(constant -> constant.toString().equals(value))
          .findFirst()
          .orElseThrow();
    }
    if (wanted.isRecord()) {
      return record((Map<?, ?>) value, wanted);
    }
    if (value == null) {
      throw new IllegalArgumentException("missing");
    }
    boolean number = wanted == long.class || wanted == Long.class;
    return number ? (Object) (Long) value : (Boolean) value;
  }
}
