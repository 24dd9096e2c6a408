package org.orbweaver.pagerank.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.meta.NameKind;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.VectorReader;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;

/**
 * The ranks of an earlier run as a start. If the graph was rebuilt, pages are matched by name: ids
 * are in the order of the names in both builds, so that each task merges its range of both
 * dictionaries. A new page starts with its share of the teleport vector; the first iteration scales
 * all to the required sum. Below a damping of 1 the start changes the number of iterations, not the
 * limit.
 */
final class WarmStart implements Closeable {
  /**
   * An earlier run.
   *
   * @param graph folder of its graph
   * @param columns by topic the column of the run's vectors
   */
  record EarlierRun(String run, String graph, List<Integer> columns) {}

  private final List<Integer> columns;
  private final double[] masses;
  private final VectorReader old;
  private final double[] oldRow;
  private final IdMatch match;
  private int read;

  /** Finds the pages of the new graph, one after the other, in the old one. */
  private interface IdMatch {
    /** The old id of the next page, or -1. */
    int next() throws IOException;
  }

  /**
   * The run named by a plan.
   *
   * @throws OrbException (failed) if there is none, or it lacks a topic
   */
  static Optional<EarlierRun> source(Session session, PageRankPlan plan) throws IOException {
    if (plan.options().warm().isEmpty()) {
      return Optional.empty();
    }
    String name = plan.options().warm().get();
    Path parent = session.dir().pageRanks();
    Optional<String> asked = name.equals("latest") ? Optional.empty() : Optional.of(name);
    Path run =
        plan.usable()
            ? Rankings.run(session.dir(), parent, asked, "pagerank")
            : Rankings.runWithTopics(session.dir(), parent, asked, plan.names(), "pagerank");
    Map<String, String> meta = Rankings.readMeta(session.dir().fs(), run);
    List<String> topics = List.of(meta.getOrDefault("topics", "").split(" ", -1));
    List<Integer> columns = new ArrayList<>();
    for (int k = 0; k < plan.width(); k++) {
      String topic = plan.name(k);
      int column = topics.indexOf(topic);
      if (column < 0) {
        throw OrbException.failed(
            run
                + " cannot warm-start "
                + (topic.isEmpty() ? "the ranks of all pages" : "topic " + topic)
                + (meta.containsKey("topics") ? "; it has the topics " + topics : ""));
      }
      columns.add(column);
    }
    GraphDir before =
        GraphDir.open(session.conf(), new Path(session.dir().graphs(), meta.get("build")));
    if (before.meta().names() != plan.graph().meta().names()) {
      throw OrbException.failed(
          before.folder() + " and " + plan.graph().folder() + " name their pages differently");
    }
    return Optional.of(new EarlierRun(run.toString(), before.folder().toString(), columns));
  }

  /** In a task: the ranks from page {@code first} on. */
  WarmStart(Configuration conf, EarlierRun source, GraphDir graph, List<PageRank> topics, int first)
      throws IOException {
    columns = source.columns;
    CheckpointFolder ranks = ScoreReader.ranks(conf, new Path(source.run));
    oldRow = new double[ranks.checkpoint().vector(PageRankEngine.RANK).get(0).width()];
    masses = new double[columns.size()];
    for (int k = 0; k < masses.length; k++) {
      Iteration last = ranks.checkpoint().last().column(columns.get(k), PageRank.SUMS);
      masses[k] = last.sum(PageRank.MASS) / topics.get(k).total();
    }
    GraphDir before = GraphDir.open(conf, new Path(source.graph));
    NameKind names = graph.meta().names();
    int from = first;
    if (before.folder().equals(graph.folder()) || names == NameKind.NUMBERED) {
      int[] id = {first - 1};
      match = () -> ++id[0] < before.nodes() ? id[0] : -1;
    } else {
      if (first == graph.nodes()) {
        from = before.nodes();
      } else {
        byte[] key = names.key(graph.names().name(first));
        from = before.names().firstFrom(new String(key, StandardCharsets.UTF_8));
      }
      match = byName(before.names().cursor(from), graph.names().cursor(first));
    }
    old = ranks.reader(PageRankEngine.RANK, from);
    read = from - 1;
  }

  /** Merges the names of both graphs, which ascend. */
  private static IdMatch byName(NodeNames.Cursor before, NodeNames.Cursor now) throws IOException {
    byte[][] key = {before.next() ? before.key() : null};
    return () -> {
      if (!now.next()) {
        return -1;
      }
      byte[] wanted = now.key();
      while (key[0] != null && Arrays.compareUnsigned(key[0], wanted) < 0) {
        key[0] = before.next() ? before.key() : null;
      }
      return key[0] != null && Arrays.equals(key[0], wanted) ? before.id() : -1;
    };
  }

  /** Writes the next page's ranks into {@code row}, if the earlier run had the page. */
  void replace(double[] row) throws IOException {
    int id = match.next();
    while (read < id) {
      old.next(oldRow);
      read++;
    }
    for (int k = 0; id >= 0 && k < row.length; k++) {
      row[k] = oldRow[columns.get(k)] / masses[k];
    }
  }

  @Override
  public void close() throws IOException {
    old.close();
  }
}
