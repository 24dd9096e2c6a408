package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.text.Console;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;
import org.orbweaver.pagerank.core.Solution;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;

/**
 * A published vector: a run's only one or one of its topics'.
 *
 * @param run its folder
 * @param folder the run's, or that of the topic in it
 * @param column of the run's vectors that lie side by side
 * @param build name of the graph's build
 * @param weighted true if links counted by the graph's weights
 * @param solution the formula that it solves, from {@code meta.json}
 */
public record PublishedRun(
    Path run, Path folder, int column, String build, boolean weighted, Solution solution) {

  /**
   * Reads a vector's description from meta.json.
   *
   * @param topic its name, if the run has topics
   * @throws OrbException (failed) if there is no such vector, a figure is missing, or links were
   *     followed backwards
   */
  public static PublishedRun open(FileSystem fs, Path run, Optional<String> topic)
      throws IOException {
    Map<String, String> meta = Rankings.readMeta(fs, run);
    List<String> topics = RankingRuns.topics(meta);
    Path folder = run;
    int column = 0;
    if (topic.isPresent() || topics.size() == 1) {
      String name = topic.orElseGet(() -> topics.get(0));
      column = column(run, topics, name);
      folder = topicFolder(run, name);
      meta.putAll(Rankings.readMeta(fs, folder));
    } else if (!topics.isEmpty()) {
      throw OrbException.failed(
          run + " is by topic; it has the topics " + String.join(" ", topics));
    }
    try {
      if (figure(meta, "direction").startsWith("against")) {
        throw OrbException.failed(
            run + " follows links backwards: name a run that follows them forwards");
      }
      if (figure(meta, "iterations").equals("0")) {
        throw OrbException.failed(run + " has no iterations: run the ranking again");
      }
      Solution solution =
          new Solution(
              Integer.parseInt(figure(meta, "pages")),
              Double.parseDouble(figure(meta, "damping")),
              choice(figure(meta, "form"), Form.values()),
              choice(figure(meta, "danglingPolicy"), DanglingPolicy.values()),
              figure(meta, "teleport").equals("uniform"),
              Double.parseDouble(figure(meta, "mass")),
              Double.parseDouble(figure(meta, "danglingMass")));
      boolean weighted = figure(meta, "weights").equals("of the graph");
      return new PublishedRun(run, folder, column, figure(meta, "build"), weighted, solution);
    } catch (IllegalArgumentException e) {
      throw OrbException.failed(
          folder + ": " + Rankings.META + " " + e.getMessage() + ": run the ranking again", e);
    }
  }

  /**
   * The only vector of a run by name, or of the newest plain one.
   *
   * @param command that makes such runs
   * @throws OrbException (failed) as above, or if there is no run
   */
  public static PublishedRun open(CrawlDir crawl, Path store, Optional<String> name, String command)
      throws IOException {
    return open(crawl.fs(), Rankings.run(crawl, store, name, command), Optional.empty());
  }

  /**
   * The column of a topic's vector.
   *
   * @throws OrbException (failed) if the run does not have the topic
   */
  public static int column(Path run, List<String> topics, String topic) {
    int column = topics.indexOf(topic);
    if (column < 0) {
      throw OrbException.failed(
          topics.isEmpty()
              ? run + " has no topics"
              : run
                  + (" has no topic " + Console.safe(topic) + "; it has the topics ")
                  + String.join(" ", topics));
    }
    return column;
  }

  private static String figure(Map<String, String> meta, String name) {
    String value = meta.get(name);
    if (value == null) {
      throw new IllegalArgumentException("lacks '" + name + "'");
    }
    return value;
  }

  private static <T> T choice(String text, T[] values) {
    return Arrays.stream(values)
        .filter(value -> value.toString().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("has the unknown value '" + text + "'"));
  }

  /** The folder of a topic in a run with named topics. */
  public static Path topicFolder(Path run, String topic) {
    return new Path(new Path(run, "topics"), topic);
  }

  /** The scores of some vectors of one graph, side by side. */
  public static ScoreReader scores(Configuration conf, GraphDir graph, List<PublishedRun> vectors)
      throws IOException {
    ScoreReader.Column[] columns = new ScoreReader.Column[vectors.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(conf, vectors.get(i).run, vectors.get(i).column);
    }
    return new ScoreReader(graph, List.of(columns));
  }

  /** One of the vectors of a run. */
  public static ScoreReader.Column column(Configuration conf, Path run, int number)
      throws IOException {
    return new ScoreReader.Column(ScoreReader.ranks(conf, run), PageRankEngine.RANK, number, 1);
  }

  /**
   * Refuses a vector that does not determine the linear system's solution.
   *
   * @throws OrbException (failed) for the normalised form
   */
  public PublishedRun requireLinear() {
    if (solution.form() == Form.NORMALISED) {
      throw OrbException.failed(
          folder + " has the normalised form, for which this is undefined: use another --form");
    }
    return this;
  }

  /**
   * Refuses a vector of one topic.
   *
   * @throws OrbException (failed) if the teleport was not uniform
   */
  public PublishedRun requireUniform() {
    if (!solution.uniform()) {
      throw OrbException.failed(folder + " is topic-specific: name a run over all pages");
    }
    return this;
  }

  /**
   * Refuses two runs that cannot be combined.
   *
   * @throws OrbException (failed) if they are of two graphs or damping factors
   */
  public void requireSameSystem(PublishedRun other) {
    requireSame(other, "is of graph", build, other.build);
    requireSame(other, "has link weights", weighted, other.weighted);
    requireSame(other, "has damping", solution.damping(), other.solution.damping());
  }

  private void requireSame(PublishedRun other, String what, Object mine, Object theirs) {
    if (!mine.equals(theirs)) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "%s %s %s, but %s %s %s: run both alike",
              folder,
              what,
              mine,
              other.folder,
              what,
              theirs));
    }
  }
}
