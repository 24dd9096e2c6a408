package org.orbweaver.common.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;

/**
 * The published runs of a ranking ({@code pagerank/}, {@code trustrank/}, {@code hits/}), and the
 * choice of the one that counts as "the ranks".
 *
 * <p>Unless a run is named, the ranks are those of the newest <em>plain</em> run: of all pages (not
 * of hosts or domains), along the links, without topics, by the ranking that the store is named
 * after (SALSA lies in {@code hits/} too). PageRank is plain only with a uniform teleport;
 * TrustRank always has its seeds. Damping, form and the policy for dangling pages do not matter:
 * with a uniform teleport the policies differ by a factor alone.
 */
public final class RankingRuns {

  /** The description of a run's computation, one JSON object. */
  public static final String META = "meta.json";

  /**
   * In the metadata of each part of a run's scores by URL: the {@link ReversedUrl} at which its
   * range begins. The parts' ranges ascend, and each part is sorted by URL.
   */
  public static final Text FIRST_KEY = new Text("orbweaver.first");

  private static final int SHOWN = 3;

  private RankingRuns() {}

  /** The newest plain run. */
  public static Optional<Path> newestPlain(CrawlDir dir, Path store) throws IOException {
    for (Path run : newestFirst(dir, store)) {
      if (oddity(dir, run).isEmpty()) {
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  /** The newest run that has all these topics, and perhaps more. */
  public static Optional<Path> newestWithTopics(CrawlDir dir, Path store, Collection<String> topics)
      throws IOException {
    for (Path run : newestFirst(dir, store)) {
      List<String> has = topics(meta(dir.fs(), run));
      if (!has.isEmpty() && has.containsAll(topics)) {
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  /** The newest run by topic, along the links between pages, that has any of these topics. */
  public static Optional<Path> newestWithAnyTopic(
      CrawlDir dir, Path store, Collection<String> topics) throws IOException {
    for (Path run : newestFirst(dir, store)) {
      Map<String, String> meta = meta(dir.fs(), run);
      if (!Collections.disjoint(topics(meta), topics)
          && folded(meta.getOrDefault("build", "")).isEmpty()
          && !meta.getOrDefault("direction", "").startsWith("against")) {
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  /**
   * The newest runs that are not plain, each with the reason, for a message; empty if there is
   * none.
   */
  public static String others(CrawlDir dir, Path store) throws IOException {
    List<String> others = new ArrayList<>();
    for (Path run : newestFirst(dir, store)) {
      Optional<String> oddity = oddity(dir, run);
      if (oddity.isPresent() && others.size() < SHOWN) {
        others.add(run.getName() + " (" + oddity.get() + ")");
      }
    }
    return String.join(", ", others);
  }

  /** Reads {@value #META}: its fields as text, in order. */
  public static Map<String, String> meta(FileSystem fs, Path run) throws IOException {
    Path file = new Path(run, META);
    Map<String, String> meta = new LinkedHashMap<>();
    try {
      Json.parse(new String(Files.read(fs, file), StandardCharsets.UTF_8))
          .forEach((field, value) -> meta.put(field, String.valueOf(value)));
    } catch (FileNotFoundException e) {
      throw OrbException.failed(file + " is missing: run the ranking again", e);
    } catch (IOException e) {
      throw OrbException.failed("cannot read " + file + ": run the ranking again", e);
    }
    return meta;
  }

  /** The names of a run's topics; empty if its scores are not by topic. */
  public static List<String> topics(Map<String, String> meta) {
    String topics = meta.get("topics");
    return topics == null ? List.of() : List.of(topics.split(" ", -1));
  }

  /**
   * The kind of nodes of a build ({@code hosts} for {@code TIME-hosts}); empty if they are pages.
   */
  public static Optional<String> folded(String build) {
    int dash = build.indexOf('-');
    return dash < 0 ? Optional.empty() : Optional.of(build.substring(dash + 1));
  }

  /** The reason why a run is not plain; empty if it is. */
  private static Optional<String> oddity(CrawlDir dir, Path run) throws IOException {
    Map<String, String> meta = meta(dir.fs(), run);
    if (!topics(meta).isEmpty()) {
      return Optional.of("topics: " + meta.get("topics"));
    }
    Optional<String> folded = folded(meta.getOrDefault("build", ""));
    if (folded.isPresent()) {
      return Optional.of("of " + folded.get());
    }
    if (meta.getOrDefault("direction", "").startsWith("against")) {
      return Optional.of("against the links");
    }
    String teleport = meta.getOrDefault("teleport", "uniform");
    if (!teleport.equals("uniform") && run.getParent().equals(dir.pageRanks())) {
      return Optional.of("teleport to " + teleport);
    }
    String algorithm = meta.getOrDefault("algorithm", "");
    boolean other = run.getParent().equals(dir.hits()) && !algorithm.equals("HITS");
    return other ? Optional.of(algorithm) : Optional.empty();
  }

  private static List<Path> newestFirst(CrawlDir dir, Path store) throws IOException {
    List<Path> runs = new ArrayList<>(dir.runs(store));
    Collections.reverse(runs);
    return runs;
  }
}
