package org.orbweaver.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A reader of CIFF that shares nothing with the writer; it checks the counts in the file. */
public final class Ciff {
  private final Map<Integer, Object> header;
  private final Map<String, Map<String, Long>> postings = new LinkedHashMap<>();
  private final List<String> ids = new ArrayList<>();

  /** Reads a file. */
  public Ciff(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    header = single(data);
    Map<String, Map<Integer, Long>> byId = new LinkedHashMap<>();
    Map<Integer, Long> lengths = new TreeMap<>();
    for (long i = 0; i < (long) header.get(2); i++) {
      Map<Integer, List<Object>> list = message(data.readNBytes((int) varint(data)));
      Map<Integer, Long> frequencies = new TreeMap<>();
      int doc = 0;
      for (Object posting : list.get(4)) {
        Map<Integer, List<Object>> fields = message((byte[]) posting);
        doc += ((Long) fields.getOrDefault(1, List.of(0L)).get(0)).intValue();
        frequencies.put(doc, (Long) fields.get(2).get(0));
        lengths.merge(doc, (Long) fields.get(2).get(0), Long::sum);
      }
      assertEquals((long) list.get(4).size(), list.get(2).get(0), "df");
      assertEquals(
          frequencies.values().stream().mapToLong(Long::longValue).sum(), list.get(3).get(0), "cf");
      assertEquals(null, byId.put(text(list.get(1).get(0)), frequencies));
    }
    for (long i = 0; i < (long) header.get(3); i++) {
      Map<Integer, Object> page = single(data);
      assertEquals(i, page.getOrDefault(1, 0L));
      ids.add(text(page.get(2)));
      assertEquals(lengths.getOrDefault((int) i, 0L), page.getOrDefault(3, 0L));
    }
    assertEquals(-1, data.read());
    byId.forEach(
        (term, frequencies) -> {
          Map<String, Long> byUrl = new TreeMap<>();
          frequencies.forEach((doc, n) -> byUrl.put(ids.get(doc), n));
          postings.put(term, byUrl);
        });
  }

  /** The values of its header by their tags. */
  public Map<Integer, Object> header() {
    return header;
  }

  /** The identifiers of its documents, in order. */
  public List<String> ids() {
    return ids;
  }

  /** The frequencies of each term by the identifiers of documents. */
  public Map<String, Map<String, Long>> postings() {
    return postings;
  }

  /** A string field. */
  public static String text(Object bytes) {
    return new String((byte[]) bytes, StandardCharsets.UTF_8);
  }

  private static Map<Integer, Object> single(DataInputStream in) throws IOException {
    Map<Integer, Object> fields = new TreeMap<>();
    message(in.readNBytes((int) varint(in))).forEach((tag, all) -> fields.put(tag, all.get(0)));
    return fields;
  }

  private static Map<Integer, List<Object>> message(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    Map<Integer, List<Object>> fields = new TreeMap<>();
    while (in.available() > 0) {
      long tag = varint(in);
      Object value =
          switch ((int) tag & 7) {
            case 0 -> varint(in);
            case 1 -> ByteBuffer.wrap(in.readNBytes(8)).order(ByteOrder.LITTLE_ENDIAN).getDouble();
            case 2 -> in.readNBytes((int) varint(in));
            default -> throw new IOException("wire type of " + tag);
          };
      fields.computeIfAbsent((int) (tag >> 3), n -> new ArrayList<>()).add(value);
    }
    return fields;
  }

  private static long varint(DataInputStream in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      value |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new IOException("a varint of more than ten bytes");
  }
}
