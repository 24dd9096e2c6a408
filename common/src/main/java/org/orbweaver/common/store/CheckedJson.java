package org.orbweaver.common.store;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.orbweaver.common.text.Json;

/**
 * A JSON object on one line whose last field, {@code crc32c}, is the CRC-32C of the object without
 * it. A line without the field is accepted if it has the record's fields alone: earlier records had
 * none.
 */
final class CheckedJson {
  private static final String FIELD = ",\"crc32c\":\"";

  private CheckedJson() {}

  /** The line of a non-empty record, with its line break. */
  static byte[] line(Record fields) {
    String json = Json.line(fields);
    String open = json.substring(0, json.length() - 1);
    return (open + FIELD + crc(json) + "\"}\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Parses a line.
   *
   * @throws IOException if the checksum does not match, or the line is no such record
   */
  static <R extends Record> R parse(String line, Class<R> type) throws IOException {
    int open = line.lastIndexOf(FIELD);
    if (open >= 0) {
      String crc = crc(line.substring(0, open) + "}");
      if (!line.substring(open + FIELD.length()).equals(crc + "\"}")) {
        throw new IOException("wrong checksum: it is not as it was written");
      }
    } else if (!fields(type).containsAll(Json.parse(line).keySet())) {
      // No earlier version wrote such a field: it may be the checksum's own name that is damaged.
      throw new IOException("unknown fields: it is not as it was written");
    }
    return Json.parse(line, type);
  }

  private static Set<String> fields(Class<? extends Record> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(RecordComponent::getName)
        .collect(Collectors.toSet());
  }

  private static String crc(String json) {
    CRC32C crc = new CRC32C();
    crc.update(json.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }
}
