package org.orbweaver.index.build;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Files;

/**
 * What an index was made from: {@code index/<build>/meta.json}, one JSON object.
 *
 * @param build its name
 * @param created when, ISO 8601 in UTC
 * @param lucene version of Lucene that wrote it
 * @param shards name and number of documents of each shard
 * @param segments the segments read, oldest first
 * @param pageRank the PageRank run used, or null
 * @param fields names of the fields
 * @param counters the job's counts, see {@link IndexCounter}
 */
public record IndexMeta(
    String build,
    String created,
    String lucene,
    Map<String, Long> shards,
    List<String> segments,
    String pageRank,
    List<String> fields,
    Map<String, Long> counters) {
  /** The file's name beside the shards. */
  public static final String FILE = "meta.json";

  private static final int FORMAT = 1;

  /** Documents in all shards. */
  public long docs() {
    return shards.values().stream().mapToLong(Long::longValue).sum();
  }

  /** All of it in the order of the file. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("format", FORMAT);
    map.put("build", build);
    map.put("created", created);
    map.put("lucene", lucene);
    map.put("docs", docs());
    map.put("shards", shards);
    map.put("segments", segments);
    map.put("pagerank", pageRank);
    map.put("fields", fields);
    map.put("counters", counters);
    return map;
  }

  byte[] toJson() {
    return (Json.line(toMap()) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the meta data of a build.
   *
   * @throws OrbException (failed) where it is missing, not readable or of a later format
   */
  public static IndexMeta read(FileSystem fs, Path build) throws IOException {
    Path file = new Path(build, FILE);
    try {
      return fromJson(Files.read(fs, file));
    } catch (FileNotFoundException e) {
      throw OrbException.failed("no " + FILE + " in " + build + ": not an Orbweaver index", e);
    } catch (IOException | RuntimeException e) {
      throw OrbException.failed(
          file + " cannot be read (" + e.getMessage() + "); build the index again, or restore it",
          e);
    }
  }

  private static IndexMeta fromJson(byte[] json) throws IOException {
    String build = null;
    String created = null;
    String lucene = null;
    String pageRank = null;
    Map<String, Long> shards = Map.of();
    Map<String, Long> counters = Map.of();
    List<String> segments = List.of();
    List<String> fields = List.of();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      expect(parser.nextToken() == JsonToken.START_OBJECT, "expected an object");
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "format" -> {
            int format = parser.getIntValue();
            expect(format == FORMAT, "format " + format + " is unknown");
          }
          case "build" -> build = parser.getText();
          case "created" -> created = parser.getText();
          case "lucene" -> lucene = parser.getText();
          case "pagerank" ->
              pageRank = parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getText();
          case "shards" -> shards = counts(parser);
          case "counters" -> counters = counts(parser);
          case "segments" -> segments = names(parser);
          case "fields" -> fields = names(parser);
          default -> parser.skipChildren();
        }
      }
    }
    expect(build != null && !shards.isEmpty(), "build or shards are missing");
    return new IndexMeta(build, created, lucene, shards, segments, pageRank, fields, counters);
  }

  private static Map<String, Long> counts(JsonParser parser) throws IOException {
    Map<String, Long> counts = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      counts.put(name, parser.getLongValue());
    }
    return counts;
  }

  private static List<String> names(JsonParser parser) throws IOException {
    List<String> names = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      names.add(parser.getText());
    }
    return names;
  }

  private static void expect(boolean condition, String message) throws IOException {
    if (!condition) {
      throw new IOException(message);
    }
  }
}
