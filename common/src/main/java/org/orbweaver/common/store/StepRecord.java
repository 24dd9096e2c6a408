package org.orbweaver.common.store;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One finished step in the log {@code DIR/.state}.
 *
 * @param number its number in the log, from 1
 * @param name the phase: {@code inject}, {@code generate}, …
 * @param key the step's subject, for example a segment's name
 * @param time of the commit
 * @param results facts for later steps: counts, names
 * @param moves the renames that publish its output; after a crash the next start completes them
 */
public record StepRecord(
    long number,
    String name,
    String key,
    Instant time,
    Map<String, String> results,
    List<Move> moves) {

  /** The effect of a move. */
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

  /** The result with the names of the step's segments, separated by commas. */
  public static final String SEGMENTS = "segments";

  /** The result with the plugins in force, their versions and hashes; absent if there were none. */
  public static final String PLUGINS = "plugins";

  /** The result that is 0 if a step changed nothing that matters to later steps. */
  public static final String NEWS = "NEWS";

  /** The step's segments; its key counts as one. */
  public Set<String> segments() {
    Set<String> names = new TreeSet<>(List.of(results.getOrDefault(SEGMENTS, key).split(",")));
    names.add(key);
    return names;
  }

  /** A numeric result; 0 if it is absent. */
  public long count(String result) {
    return Long.parseLong(results.getOrDefault(result, "0"));
  }

  /** True unless the step says that it has changed nothing. */
  public boolean hasNews() {
    return !"0".equals(results.get(NEWS));
  }

  /** True if the key is a time, as that of a segment or a build, or is empty. */
  boolean isTimed() {
    return key.isEmpty() || Timestamps.isName(key);
  }

  /** The written form. */
  private record WrittenRecord(
      long number,
      String step,
      String key,
      Instant time,
      Map<String, String> results,
      List<Move> moves) {}

  byte[] toJson() {
    return CheckedJson.line(new WrittenRecord(number, name, key, time, results, moves));
  }

  static StepRecord fromJson(String json) throws IOException {
    WrittenRecord form = CheckedJson.parse(json, WrittenRecord.class);
    return new StepRecord(form.number, form.step, form.key, form.time, form.results, form.moves);
  }
}
