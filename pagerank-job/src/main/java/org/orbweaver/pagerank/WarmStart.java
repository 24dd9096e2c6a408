package org.orbweaver.pagerank;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.Rankings;
import org.orbweaver.webgraph.kernel.ScoreReader;
import org.orbweaver.webgraph.kernel.VectorReader;

/**
 * The ranks of an earlier run as a start. Pages are matched by name when the graph was built anew:
 * ids are in the order of the names in both builds, so that each task merges its range of both
 * dictionaries. A page that was not there starts with its share of the teleport vector; the first
 * iteration scales all to the due sum. Below a damping of 1 the start changes how many iterations
 * are made, not the limit.
 */
final class WarmStart implements StartRanks {
  private static final String RUN = "orbweaver.internal.pagerank.warm.run";
  private static final String GRAPH = "orbweaver.internal.pagerank.warm.graph";
  private static final String COLUMNS = "orbweaver.internal.pagerank.warm.columns";

  private final StartRanks teleport;
  private final int[] columns;
  private final double[] masses;
  private final VectorReader old;
  private final double[] oldRow;
  private final Match match;
  private int read;

  /** Finds the pages of the new graph, one after the other, in the old one. */
  private interface Match {
    /** The old id of the next page, or -1. */
    int next() throws IOException;
  }

  /**
   * Tells tasks of the run that {@code plan} names.
   *
   * @throws OrbException (failed) where there is none, or it lacks a topic
   */
  static void set(Session session, PageRankPlan plan, Configuration conf) throws IOException {
    String name = plan.options().warm().orElseThrow();
    Path parent = session.dir().pageRanks();
    Optional<String> asked = name.equals("latest") ? Optional.empty() : Optional.of(name);
    Path run =
        plan.usable()
            ? Rankings.run(session.dir(), parent, asked, "pagerank")
            : Rankings.runWithTopics(session.dir(), parent, asked, plan.names(), "pagerank");
    Map<String, String> meta = Rankings.readMeta(session.dir().fs(), run);
    List<String> topics = List.of(meta.getOrDefault("topics", "").split(" ", -1));
    String[] columns = new String[plan.width()];
    for (int k = 0; k < columns.length; k++) {
      String topic = plan.name(k);
      int column = topics.indexOf(topic);
      if (column < 0) {
        throw OrbException.failed(
            run
                + " cannot warm-start "
                + (topic.isEmpty() ? "the ranks of all pages" : "topic " + topic)
                + (meta.containsKey("topics") ? "; it has the topics " + topics : ""));
      }
      columns[k] = Integer.toString(column);
    }
    GraphDir before = GraphDir.open(conf, new Path(session.dir().graphs(), meta.get("build")));
    if (before.meta().names() != plan.graph().meta().names()) {
      throw OrbException.failed(
          before.folder() + " and " + plan.graph().folder() + " name their pages differently");
    }
    conf.set(RUN, run.toString());
    conf.set(GRAPH, before.folder().toString());
    conf.setStrings(COLUMNS, columns);
  }

  /** In a task: whether there is such a run. */
  static boolean isSet(Configuration conf) {
    return conf.get(RUN) != null;
  }

  /** In a task: the ranks from page {@code first} on. */
  WarmStart(
      Configuration conf, GraphDir graph, List<PageRank> topics, StartRanks teleport, int first)
      throws IOException {
    this.teleport = teleport;
    columns = conf.getInts(COLUMNS);
    CheckpointFolder ranks = ScoreReader.ranks(conf, new Path(conf.get(RUN)));
    oldRow = new double[ranks.checkpoint().vector(PageRankEngine.RANK).get(0).width()];
    masses = new double[columns.length];
    for (int k = 0; k < columns.length; k++) {
      Iteration last = ranks.checkpoint().last().column(columns[k], Sweep.SUMS);
      masses[k] = last.sum(Sweep.MASS) / topics.get(k).total();
    }
    GraphDir before = GraphDir.open(conf, new Path(conf.get(GRAPH)));
    NameKind names = graph.meta().names();
    int from = first;
    if (before.folder().equals(graph.folder()) || names == NameKind.NUMBERED) {
      int[] id = {first - 1};
      match = () -> ++id[0] < before.nodes() ? id[0] : -1;
    } else {
      Merge merge = new Merge(before, graph, names, first);
      from = merge.from;
      match = merge;
    }
    old = ranks.reader(PageRankEngine.RANK, from);
    read = from - 1;
  }

  /** Merges the names of both graphs, which ascend. */
  private static final class Merge implements Match {
    private final int from;
    private final NodeNames.Cursor before;
    private final NodeNames.Cursor now;
    private byte[] key;

    Merge(GraphDir earlier, GraphDir graph, NameKind names, int first) throws IOException {
      NodeNames old = earlier.names();
      NodeNames all = graph.names();
      from =
          first == graph.nodes()
              ? earlier.nodes()
              : old.firstFrom(new String(names.key(all.name(first)), StandardCharsets.UTF_8));
      before = old.cursor(from);
      now = all.cursor(first);
      advance();
    }

    private void advance() throws IOException {
      key = before.next() ? before.key() : null;
    }

    @Override
    public int next() throws IOException {
      if (!now.next()) {
        return -1;
      }
      byte[] wanted = now.key();
      while (key != null && Arrays.compareUnsigned(key, wanted) < 0) {
        advance();
      }
      return key != null && Arrays.equals(key, wanted) ? before.id() : -1;
    }
  }

  @Override
  public void next(double[] row) throws IOException {
    teleport.next(row);
    int id = match.next();
    while (read < id) {
      old.next(oldRow);
      read++;
    }
    for (int k = 0; id >= 0 && k < row.length; k++) {
      row[k] = oldRow[columns[k]] / masses[k];
    }
  }

  @Override
  public void close() throws IOException {
    old.close();
  }
}
