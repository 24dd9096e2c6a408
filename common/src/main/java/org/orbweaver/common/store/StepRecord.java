package org.orbweaver.common.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.orbweaver.common.cli.Json;

/**
 * One finished step in the log {@code DIR/.state}.
 *
 * @param number its place in the log, from 1
 * @param name the phase: {@code inject}, {@code generate}, …
 * @param key what it worked on, for example a segment's name
 * @param time when it was committed
 * @param results what it tells later steps: counts, names
 * @param moves the renames that publish its output, finished by the next start where a crash
 *     interrupted them
 */
public record StepRecord(
    long number,
    String name,
    String key,
    Instant time,
    Map<String, String> results,
    List<Move> moves) {

  /** What a move does. */
  enum Kind {
    /** {@code from} becomes {@code to}, which does not exist. */
    PUBLISH,
    /** {@code from} takes the place of {@code to}. */
    REPLACE,
    /** {@code to} is removed, by way of {@code from} in the staging. */
    REMOVE
  }

  /** A rename within the crawl directory; both paths are relative to it. */
  record Move(String from, String to, Kind kind) {}

  /** The result that names the segments a step worked on, separated by commas. */
  public static final String SEGMENTS = "segments";

  /** The result that is 0 where a step changed nothing that later steps care about. */
  public static final String NEWS = "NEWS";

  private static final Pattern TIMESTAMP = Pattern.compile("\\d{14}");

  /** The segments that it worked on; its key is taken for one. */
  public Set<String> segments() {
    Set<String> names = new TreeSet<>(List.of(results.getOrDefault(SEGMENTS, key).split(",")));
    names.add(key);
    return names;
  }

  /** Whether it may have changed something; only a step that says otherwise has not. */
  public boolean hasNews() {
    return !"0".equals(results.get(NEWS));
  }

  /** Whether its key is a time, as that of a segment or a build is, or there is none. */
  boolean isTimed() {
    return key.isEmpty() || TIMESTAMP.matcher(key).matches();
  }

  byte[] toJson() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("number", number);
    fields.put("step", name);
    fields.put("key", key);
    fields.put("time", time.toString());
    fields.put("results", results);
    List<Map<String, Object>> list = new ArrayList<>();
    for (Move move : moves) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("from", move.from());
      entry.put("to", move.to());
      entry.put("replace", move.kind() == Kind.REPLACE);
      if (move.kind() == Kind.REMOVE) {
        entry.put("remove", true);
      }
      list.add(entry);
    }
    fields.put("moves", list);
    return (Json.line(fields) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static StepRecord fromJson(String json) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      long number = 0;
      String name = null;
      String key = null;
      Instant time = null;
      Map<String, String> results = new LinkedHashMap<>();
      List<Move> moves = new ArrayList<>();
      expect(parser.nextToken() == JsonToken.START_OBJECT);
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "number" -> number = parser.getLongValue();
          case "step" -> name = parser.getText();
          case "key" -> key = parser.getText();
          case "time" -> time = Instant.parse(parser.getText());
          case "results" -> {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
              String result = parser.currentName();
              parser.nextToken();
              results.put(result, parser.getText());
            }
          }
          case "moves" -> {
            while (parser.nextToken() == JsonToken.START_OBJECT) {
              moves.add(move(parser));
            }
          }
          default -> parser.skipChildren();
        }
      }
      expect(name != null && key != null && time != null);
      return new StepRecord(number, name, key, time, results, moves);
    }
  }

  private static Move move(JsonParser parser) throws IOException {
    String from = null;
    String to = null;
    Kind kind = Kind.PUBLISH;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "from" -> from = parser.getText();
        case "to" -> to = parser.getText();
        case "replace" -> kind = parser.getBooleanValue() ? Kind.REPLACE : kind;
        case "remove" -> kind = parser.getBooleanValue() ? Kind.REMOVE : kind;
        default -> parser.skipChildren();
      }
    }
    expect(from != null && to != null);
    return new Move(from, to, kind);
  }

  private static void expect(boolean condition) throws IOException {
    if (!condition) {
      throw new IOException("not a step record");
    }
  }
}
