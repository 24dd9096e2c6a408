package org.orbweaver.crawler.browser;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON of the DevTools protocol: objects are maps, arrays are lists, numbers are longs or doubles.
 * The readers of single values never fail: what is missing or of another type is empty.
 */
final class Json {
  /** The protocol nests as deep as frames do. */
  private static final int MAX_DEPTH = 1000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE) // The connection limits its messages.
                  .build())
          .build();

  private Json() {}

  /** Reads an object. */
  static Map<String, Object> read(byte[] bytes, int length) throws IOException {
    try (JsonParser parser = JSON.createParser(bytes, 0, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      return object(parser);
    }
  }

  /** Reads one value of any kind, in which no object has a name twice, and nothing after it. */
  static Object strict(String text) throws IOException {
    try (JsonParser parser =
        JSON.createParser(text).enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)) {
      if (parser.nextToken() == null) {
        throw new IOException("no JSON");
      }
      Object value = value(parser);
      if (parser.nextToken() != null) {
        throw new IOException("more than one JSON value");
      }
      return value;
    }
  }

  /** Writes an object; byte arrays become base64. */
  static byte[] write(Map<String, ?> object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = JSON.createGenerator(bytes)) {
      write(generator, object);
    }
    return bytes.toByteArray();
  }

  /** An object within an object. */
  @SuppressWarnings("unchecked") // Keys are strings in JSON.
  static Map<String, Object> object(Map<String, Object> of, String key) {
    return of.get(key) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  /** A string within an object. */
  static String string(Map<String, Object> of, String key) {
    return of.get(key) instanceof String string ? string : "";
  }

  /** A list within an object. */
  static List<?> list(Map<String, Object> of, String key) {
    return of.get(key) instanceof List<?> list ? list : List.of();
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      object.put(name, value(parser));
    }
    return object;
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser));
        }
        yield list;
      }
      case VALUE_NUMBER_INT -> parser.getNumberValue().longValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_STRING -> parser.getText();
      default -> null;
    };
  }

  private static void write(JsonGenerator to, Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      to.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        to.writeFieldName(entry.getKey().toString());
        write(to, entry.getValue());
      }
      to.writeEndObject();
    } else if (value instanceof List<?> list) {
      to.writeStartArray();
      for (Object one : list) {
        write(to, one);
      }
      to.writeEndArray();
    } else if (value instanceof byte[] bytes) {
      to.writeString(Base64.getEncoder().encodeToString(bytes));
    } else if (value instanceof Number number) {
      to.writeNumber(number.longValue());
    } else if (value instanceof Boolean bool) {
      to.writeBoolean(bool);
    } else {
      to.writeString(value.toString());
    }
  }
}
