package org.orbweaver.common.store;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

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
  record Move(String from, String to, Optional<Boolean> replace, Optional<Boolean> remove) {
    Move(String from, String to, Kind kind) {
      this(
          from,
          to,
          Optional.of(kind == Kind.REPLACE),
          kind == Kind.REMOVE ? Optional.of(true) : Optional.empty());
    }

    Kind kind() {
      return remove.orElse(false)
          ? Kind.REMOVE
          : replace.orElse(false) ? Kind.REPLACE : Kind.PUBLISH;
    }
  }

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

  /** A result that is a number; 0 where it is not there. */
  public long count(String result) {
    return Long.parseLong(results.getOrDefault(result, "0"));
  }

  /** Whether it may have changed something; only a step that says otherwise has not. */
  public boolean hasNews() {
    return !"0".equals(results.get(NEWS));
  }

  /** Whether its key is a time, as that of a segment or a build is, or there is none. */
  boolean isTimed() {
    return key.isEmpty() || TIMESTAMP.matcher(key).matches();
  }

  /** As it is written. */
  private record Form(
      long number,
      String step,
      String key,
      Instant time,
      Map<String, String> results,
      List<Move> moves) {}

  byte[] toJson() {
    return CheckedJson.line(new Form(number, name, key, time, results, moves));
  }

  static StepRecord fromJson(String json) throws IOException {
    Form form = CheckedJson.parse(json, Form.class);
    return new StepRecord(form.number, form.step, form.key, form.time, form.results, form.moves);
  }
}
