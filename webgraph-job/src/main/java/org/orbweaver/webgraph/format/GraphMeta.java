package org.orbweaver.webgraph.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.common.cli.OrbException;

/**
 * What {@code meta.json} says of a graph.
 *
 * @param nodes the ids are 0 to {@code nodes} - 1
 * @param arcs distinct links
 * @param dangling nodes without successors
 * @param names what the nodes are called
 * @param ids the dictionary's parts, in the order of ids; none for {@link NameKind#NUMBERED}
 * @param out the successors' partitions, which cover all ids in order
 * @param in the predecessors' partitions, cut elsewhere than {@code out}
 * @param outDegrees one part for each of {@code out}: 4 bytes a node, big-endian
 * @param weighted whether links have weights
 * @param policy what counted as a link
 * @param source what the graph was made of
 */
public record GraphMeta(
    int nodes,
    long arcs,
    int dangling,
    NameKind names,
    List<Part> ids,
    List<Part> out,
    List<Part> in,
    List<Part> outDegrees,
    boolean weighted,
    Map<String, String> policy,
    Map<String, String> source) {

  /** The file in a graph's folder. */
  public static final String FILE = "meta.json";

  /** Of the layout of the whole folder. */
  public static final int VERSION = 4;

  private static final JsonFactory JSON = new JsonFactory();

  /**
   * One file.
   *
   * @param file below the graph's folder
   * @param first the id of its first node
   * @param count how many nodes it holds
   * @param arcs how many it holds; 0 in the dictionary and the degrees
   * @param longest the most arcs of a node; 0 in the dictionary and the degrees
   * @param bytes its length
   * @param crc32c its checksum, 8 hexadecimal digits
   */
  public record Part(
      String file, int first, int count, long arcs, int longest, long bytes, String crc32c) {

    /** A file without arcs. */
    public Part(String file, int first, int count, long bytes, String crc32c) {
      this(file, first, count, 0, 0, bytes, crc32c);
    }

    /** The id behind its last node's. */
    public int end() {
      return first + count;
    }
  }

  /** Copies its lists, and its maps in the order of their keys. */
  public GraphMeta {
    ids = List.copyOf(ids);
    out = List.copyOf(out);
    in = List.copyOf(in);
    outDegrees = List.copyOf(outDegrees);
    policy = Collections.unmodifiableMap(new TreeMap<>(policy));
    source = Collections.unmodifiableMap(new TreeMap<>(source));
  }

  /** Where {@code out} is cut: partition p holds the ids from cuts[p] to cuts[p + 1] - 1. */
  public int[] outCuts() {
    return cuts(out);
  }

  /** Where {@code in} is cut. */
  public int[] inCuts() {
    return cuts(in);
  }

  private static int[] cuts(List<Part> parts) {
    int[] cuts = new int[parts.size() + 1];
    for (int p = 0; p < parts.size(); p++) {
      cuts[p + 1] = parts.get(p).end();
    }
    return cuts;
  }

  /** The bytes of {@code meta.json}. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("format", "orbweaver-graph");
      json.writeNumberField("version", VERSION);
      json.writeNumberField("nodes", nodes);
      json.writeNumberField("arcs", arcs);
      json.writeNumberField("dangling", dangling);
      json.writeStringField("names", names.name().toLowerCase(Locale.ROOT));
      json.writeBooleanField("weighted", weighted);
      write(json, "ids", ids);
      write(json, "out", out);
      write(json, "in", in);
      write(json, "outdeg", outDegrees);
      write(json, "policy", policy);
      write(json, "source", source);
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator json, String name, List<Part> parts) throws IOException {
    json.writeArrayFieldStart(name);
    for (Part part : parts) {
      json.writeStartObject();
      json.writeStringField("file", part.file);
      json.writeNumberField("first", part.first);
      json.writeNumberField("count", part.count);
      json.writeNumberField("arcs", part.arcs);
      json.writeNumberField("longest", part.longest);
      json.writeNumberField("bytes", part.bytes);
      json.writeStringField("crc32c", part.crc32c);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, String name, Map<String, String> map)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> entry : map.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  /**
   * Reads a {@code meta.json}.
   *
   * @param file its name, for messages
   * @throws OrbException if it is not one, is of a later version, or contradicts itself
   */
  public static GraphMeta parse(byte[] bytes, String file) {
    try (JsonParser json = JSON.createParser(new String(bytes, StandardCharsets.UTF_8))) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("not a JSON object");
      }
      Map<?, ?> map = (Map<?, ?>) value(json);
      if (!"orbweaver-graph".equals(map.get("format"))) {
        throw new IllegalArgumentException("\"format\" is not \"orbweaver-graph\"");
      }
      if (number(map, "version") != VERSION) {
        throw new IllegalArgumentException(
            "version " + map.get("version") + ", but this program reads version " + VERSION);
      }
      GraphMeta meta =
          new GraphMeta(
              Math.toIntExact(number(map, "nodes")),
              number(map, "arcs"),
              Math.toIntExact(number(map, "dangling")),
              NameKind.valueOf(text(map, "names").toUpperCase(Locale.ROOT)),
              parts(map, "ids"),
              parts(map, "out"),
              parts(map, "in"),
              parts(map, "outdeg"),
              Boolean.parseBoolean(text(map, "weighted")),
              strings(map, "policy"),
              strings(map, "source"));
      meta.check();
      return meta;
    } catch (JsonProcessingException e) {
      throw OrbException.failed(
          file + ": cannot be read: " + e.getOriginalMessage() + "; build the graph again", e);
    } catch (IOException | RuntimeException e) {
      throw OrbException.failed(
          file + ": cannot be read: " + e.getMessage() + "; build the graph again", e);
    }
  }

  private void check() {
    checkCover("out", out);
    checkCover("in", in);
    checkCover("outdeg", outDegrees);
    if (names != NameKind.NUMBERED) {
      checkCover("ids", ids);
    }
    if (out.stream().mapToLong(Part::arcs).sum() != arcs
        || in.stream().mapToLong(Part::arcs).sum() != arcs) {
      throw new IllegalArgumentException("the partitions' arcs are not " + arcs);
    }
  }

  private void checkCover(String what, List<Part> parts) {
    int next = 0;
    for (Part part : parts) {
      if (part.first != next || part.count < 0) {
        throw new IllegalArgumentException("\"" + what + "\" has a gap at node " + next);
      }
      next = part.end();
    }
    if (next != nodes) {
      throw new IllegalArgumentException("\"" + what + "\" ends at node " + next);
    }
  }

  private static List<Part> parts(Map<?, ?> map, String name) {
    List<Part> parts = new ArrayList<>();
    for (Object element : (List<?>) present(map, name)) {
      Map<?, ?> part = (Map<?, ?>) element;
      parts.add(
          new Part(
              text(part, "file"),
              Math.toIntExact(number(part, "first")),
              Math.toIntExact(number(part, "count")),
              number(part, "arcs"),
              Math.toIntExact(number(part, "longest")),
              number(part, "bytes"),
              text(part, "crc32c")));
    }
    return parts;
  }

  private static Map<String, String> strings(Map<?, ?> map, String name) {
    Map<String, String> strings = new LinkedHashMap<>();
    ((Map<?, ?>) present(map, name)).forEach((k, v) -> strings.put((String) k, String.valueOf(v)));
    return strings;
  }

  private static long number(Map<?, ?> map, String name) {
    return (Long) present(map, name);
  }

  private static String text(Map<?, ?> map, String name) {
    return (String) present(map, name);
  }

  private static Object present(Map<?, ?> map, String name) {
    Object value = map.get(name);
    if (value == null) {
      throw new IllegalArgumentException("\"" + name + "\" is missing");
    }
    return value;
  }

  /** The value whose first token is the current one: a Map, a List, a String or a Long. */
  private static Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> array(json);
      case VALUE_NUMBER_INT -> json.getLongValue();
      default -> json.getText();
    };
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

  private static List<Object> array(JsonParser json) throws IOException {
    List<Object> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(json));
    }
    return list;
  }
}
