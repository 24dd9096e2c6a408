package org.orbweaver.common.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** JSON lines: one object a line, for other tools to read. */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /**
   * One object on one line, without a line break at its end.
   *
   * @param fields in order; values may be strings, numbers, booleans, null, iterables and maps of
   *     these; anything else is written as its string. Numbers that JSON does not have (NaN and the
   *     infinities) become null.
   */
  public static String line(Map<String, ?> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(json, fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value == null) {
      json.writeNull();
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
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else if (value instanceof Float f) {
      if (Float.isFinite(f)) {
        json.writeNumber(f);
      } else {
        json.writeNull();
      }
    } else if (value instanceof Double d) {
      if (Double.isFinite(d)) {
        json.writeNumber(d);
      } else {
        json.writeNull();
      }
    } else if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      json.writeNumber(((Number) value).longValue());
    } else {
      json.writeString(value.toString());
    }
  }
}
