package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.pagerank.core.DanglingPolicy;
import org.orbweaver.pagerank.core.Form;
import org.orbweaver.pagerank.core.LinearRank;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;

/**
 * A vector that was published, a run's only one or one of its topics', with what {@code meta.json}
 * says of the formula that it solves.
 *
 * @param run its folder
 * @param folder the run's, or that of the topic in it
 * @param column of the run's vectors that lie side by side
 * @param build name of the graph's build
 * @param pages n
 * @param damping β
 * @param uniform whether all pages were jumped to evenly
 * @param weighted whether links counted by the graph's weights
 * @param danglingMass D of the last iteration, in the form's scale
 */
public record PublishedRun(
    Path run,
    Path folder,
    int column,
    String build,
    int pages,
    double damping,
    Form form,
    DanglingPolicy dangling,
    boolean uniform,
    boolean weighted,
    double mass,
    double danglingMass) {

  private static final String TOPICS = "topics";

  /**
   * Reads what meta.json says of a vector.
   *
   * @param topic its name, where the run has topics
   * @throws OrbException (failed) where there is no such vector, a figure is missing, or links were
   *     followed backwards
   */
  public static PublishedRun open(FileSystem fs, Path run, Optional<String> topic)
      throws IOException {
    Map<String, String> meta = Rankings.readMeta(fs, run);
    Path folder = run;
    int column = 0;
    String topics = meta.get(TOPICS);
    if (topics != null) {
      String name = topic.orElse(topics);
      column = List.of(topics.split(" ", -1)).indexOf(name);
      if (column < 0) {
        throw OrbException.failed(
            run
                + (topic.isPresent()
                    ? " has no topic " + Console.safe(name)
                    : " is not of all pages")
                + "; it has the topics "
                + topics);
      }
      folder = new Path(new Path(run, PageRankPhase.TOPICS), name);
      meta.putAll(Rankings.readMeta(fs, folder));
    } else if (topic.isPresent()) {
      throw OrbException.failed(run + " has no topics");
    }
    if (figure(meta, folder, "direction").startsWith("against")) {
      throw OrbException.failed(
          run + " follows links backwards: name a run that follows them forwards");
    }
    if (figure(meta, folder, "iterations").equals("0")) {
      throw OrbException.failed(run + " has no iterations: run the ranking again");
    }
    try {
      return new PublishedRun(
          run,
          folder,
          column,
          figure(meta, folder, "build"),
          Integer.parseInt(figure(meta, folder, "pages")),
          Double.parseDouble(figure(meta, folder, "damping")),
          choice(figure(meta, folder, "form"), Form.values()),
          choice(figure(meta, folder, "danglingPolicy"), DanglingPolicy.values()),
          figure(meta, folder, "teleport").equals("uniform"),
          figure(meta, folder, "weights").equals("of the graph"),
          Double.parseDouble(figure(meta, folder, "mass")),
          Double.parseDouble(figure(meta, folder, "danglingMass")));
    } catch (IllegalArgumentException e) {
      throw OrbException.failed(
          folder + ": " + Rankings.META + " cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static String figure(Map<String, String> meta, Path folder, String name) {
    String value = meta.get(name);
    if (value == null) {
      throw OrbException.failed(
          folder + ": " + Rankings.META + " lacks '" + name + "': run the ranking again");
    }
    return value;
  }

  private static <T> T choice(String text, T[] values) {
    for (T value : values) {
      if (value.toString().equals(text)) {
        return value;
      }
    }
    throw new IllegalArgumentException(text + " is none of " + Arrays.toString(values));
  }

  /** The scores of some vectors of one graph, side by side. */
  public static ScoreReader scores(Configuration conf, GraphDir graph, List<PublishedRun> vectors)
      throws IOException {
    List<ScoreReader.Column> columns = new ArrayList<>();
    for (PublishedRun one : vectors) {
      columns.add(column(conf, one.run, one.column));
    }
    return new ScoreReader(graph, columns);
  }

  /** One of the vectors of a run. */
  public static ScoreReader.Column column(Configuration conf, Path run, int number)
      throws IOException {
    return new ScoreReader.Column(ScoreReader.ranks(conf, run), PageRankEngine.RANK, number, 1);
  }

  /**
   * How the linear solution follows from its scores.
   *
   * @throws OrbException (failed) for the normalised form
   */
  public LinearRank linear() {
    if (form == Form.NORMALISED) {
      throw OrbException.failed(
          folder + " has the normalised form, for which this is undefined: use another --form");
    }
    return LinearRank.of(form, dangling, damping, pages, danglingMass, uniform);
  }

  /** What each page gets without any link to it, where all pages are jumped to. */
  public double jump() {
    double total = form == Form.SUM_N ? pages : 1;
    double all = (1 - damping) * total;
    if (form == Form.NORMALISED) {
      return (1 - damping) * scale() / pages;
    }
    return (dangling == DanglingPolicy.DROP ? all : all + damping * danglingMass) / pages;
  }

  /** What a page passes on of its rank: β, times c in the normalised form. */
  public double follow() {
    return damping * (form == Form.NORMALISED ? scale() : 1);
  }

  /** c of the normalised form. */
  private double scale() {
    return 1 / (damping * (mass - danglingMass) + (1 - damping));
  }

  /**
   * Refuses two runs that cannot be computed with together.
   *
   * @throws OrbException (failed) where they are of two graphs or damping factors
   */
  public void requireSameSystem(PublishedRun other) {
    if (!build.equals(other.build)) {
      throw OrbException.failed(
          folder
              + " is of graph "
              + build
              + ", "
              + other.folder
              + " of "
              + other.build
              + ": run both on one graph");
    }
    if (weighted != other.weighted) {
      throw OrbException.failed(
          "only one of "
              + folder
              + " and "
              + other.folder
              + " uses link weights: run both the same way");
    }
    if (damping != other.damping) {
      throw OrbException.failed(
          folder
              + " has damping "
              + damping
              + ", "
              + other.folder
              + " has "
              + other.damping
              + ": run both with the same damping");
    }
  }
}
