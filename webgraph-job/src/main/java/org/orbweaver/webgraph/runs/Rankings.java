package org.orbweaver.webgraph.runs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.text.Json;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.kernel.Iteration;

/** The common files of all rankings' runs: graph, meta.json, history.tsv. */
public final class Rankings {

  /** The description of a run's computation, one JSON object. */
  public static final String META = RankingRuns.META;

  /** The convergence of a run, one line an iteration. */
  public static final String HISTORY = "history.tsv";

  /**
   * Further columns of {@value #HISTORY} beside the change.
   *
   * @param of an iteration: a figure for each name
   */
  public record HistoryColumns(List<String> names, Function<Iteration, List<Double>> of) {}

  /**
   * The convergence of a run.
   *
   * @param ranking the folder of its store: pagerank, hits
   * @param build the graph that was ranked
   * @param tolerance at which it stops; empty if it has none
   * @param changes the L1 change of each iteration
   */
  public record ConvergedRun(
      String ranking,
      String run,
      String build,
      String outcome,
      Optional<Double> tolerance,
      List<Double> changes) {}

  private Rankings() {}

  /**
   * The graph to rank.
   *
   * @param build its name; the newest if empty
   * @throws OrbException (failed) if there is none, or it has no pages
   */
  public static GraphDir graph(Configuration conf, CrawlDir dir, Optional<String> build)
      throws IOException {
    return graph(conf, dir, build, GraphLevel.PAGE);
  }

  /**
   * The graph of pages, hosts or domains to rank.
   *
   * @param build the name of the pages' graph; the newest if empty
   * @throws OrbException (failed) if there is none, or it has no nodes
   */
  public static GraphDir graph(
      Configuration conf, CrawlDir dir, Optional<String> build, GraphLevel level)
      throws IOException {
    GraphDir graph = GraphDir.open(conf, GraphDir.build(dir, build), level);
    if (graph.nodes() == 0) {
      throw OrbException.failed(graph.folder() + ": the graph has no pages");
    }
    return graph;
  }

  /**
   * The run to read.
   *
   * @param name its name; the newest plain one if empty
   * @param what the command that creates one
   * @throws OrbException (failed) if there is none
   */
  public static Path run(CrawlDir dir, Path store, Optional<String> name, String what)
      throws IOException {
    return run(
        dir,
        store,
        name,
        RankingRuns.newestPlain(dir, store),
        what,
        "no plain run in "
            + store
            + " ('orb "
            + what
            + " DIR' creates one); name one of the others: ");
  }

  /**
   * The run whose topics to read.
   *
   * @param name its name; the newest with all of {@code topics} if empty
   * @throws OrbException (failed) if there is none
   */
  public static Path runWithTopics(
      CrawlDir dir, Path store, Optional<String> name, List<String> topics, String what)
      throws IOException {
    String topic = topics.isEmpty() ? "topics" : "topic " + String.join(", ", topics);
    return run(
        dir,
        store,
        name,
        RankingRuns.newestWithTopics(dir, store, topics),
        what,
        "no run with " + topic + " in " + store + "; there are ");
  }

  private static Path run(
      CrawlDir dir,
      Path store,
      Optional<String> name,
      Optional<Path> newest,
      String what,
      String onlyOthers)
      throws IOException {
    Path run = name.map(given -> new Path(store, given)).or(() -> newest).orElse(null);
    if (run == null) {
      String others = RankingRuns.others(dir, store);
      throw OrbException.failed(
          others.isEmpty()
              ? "no run in " + store + " ('orb " + what + " DIR' creates one)"
              : onlyOthers + others);
    }
    if (!dir.fs().exists(run)) {
      throw OrbException.failed("no run " + run.getName() + " in " + store);
    }
    return run;
  }

  /** Writes {@value #META}. */
  public static void writeMeta(Configuration conf, Path run, Map<String, ?> meta)
      throws IOException {
    byte[] text = (Json.line(meta) + "\n").getBytes(StandardCharsets.UTF_8);
    Files.writeNew(conf, new Path(run, META), text);
  }

  /** Reads {@value #META}: its fields as text, in order. */
  public static Map<String, String> readMeta(FileSystem fs, Path run) throws IOException {
    return RankingRuns.meta(fs, run);
  }

  /** Writes {@value #HISTORY}: a heading, then a line for each iteration. */
  public static void writeHistory(
      Configuration conf, Path run, List<Iteration> history, HistoryColumns figures)
      throws IOException {
    StringBuilder text = new StringBuilder("iteration\tchange\t");
    figures.names.forEach(name -> text.append(name).append('\t'));
    text.append("seconds\n");
    for (Iteration i : history) {
      if (i.number() > 0) {
        text.append(i.number()).append('\t').append(i.change()).append('\t');
        figures.of.apply(i).forEach(figure -> text.append(figure).append('\t'));
        text.append(i.seconds()).append('\n');
      }
    }
    Files.writeNew(conf, new Path(run, HISTORY), text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The lines of {@value #HISTORY}, split into fields; the heading first. */
  public static List<String[]> readHistory(FileSystem fs, Path run) throws IOException {
    return readText(fs, new Path(run, HISTORY)).lines().map(l -> l.split("\t", -1)).toList();
  }

  /** The convergence of the newest plain run of each ranking of pages: of PageRank, and of HITS. */
  public static List<ConvergedRun> convergence(CrawlDir dir) throws IOException {
    List<ConvergedRun> runs = new ArrayList<>();
    for (Path store : List.of(dir.pageRanks(), dir.hits())) {
      Optional<Path> run = RankingRuns.newestPlain(dir, store);
      if (run.isPresent()) {
        runs.add(convergence(dir.fs(), store.getName(), run.get()));
      }
    }
    return runs;
  }

  private static ConvergedRun convergence(FileSystem fs, String ranking, Path run)
      throws IOException {
    Map<String, String> meta = readMeta(fs, run);
    List<String[]> history = readHistory(fs, run);
    int column = List.of(history.get(0)).indexOf("change");
    if (column < 0) {
      throw OrbException.failed(
          new Path(run, HISTORY) + ": column 'change' is missing: run the ranking again");
    }
    return new ConvergedRun(
        ranking,
        run.getName(),
        meta.getOrDefault("build", ""),
        meta.getOrDefault("outcome", ""),
        Optional.ofNullable(meta.get("tolerance")).map(Double::valueOf),
        history.stream().skip(1).map(line -> Double.valueOf(line[column])).toList());
  }

  private static String readText(FileSystem fs, Path file) throws IOException {
    try {
      return new String(Files.read(fs, file), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      throw OrbException.failed(file + " is missing: run the ranking again", e);
    }
  }
}
