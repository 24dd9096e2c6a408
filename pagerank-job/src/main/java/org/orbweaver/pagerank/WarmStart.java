package org.orbweaver.pagerank;

import java.io.IOException;
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
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.Rankings;
import org.orbweaver.webgraph.kernel.ScoreReader;
import org.orbweaver.webgraph.kernel.VectorReader;

/**
 * The ranks of an earlier run as a start. Pages are matched by name when the graph was built anew:
 * ids are in the order of the names in both builds, so the two dictionaries are merged in one pass.
 * A page that was not there starts with its share of the teleport vector; then all are scaled to
 * the due sum. Below a damping of 1 the start changes how many iterations are made, not the limit.
 */
final class WarmStart implements StartRanks {

  private final StartRanks teleport;
  private final int[] columns;
  private final double[] masses;
  private final double[] scales;
  private final VectorReader old;
  private final double[] oldRow;
  private final Match match;
  private int read = -1;

  /** Finds the pages of the new graph, one after the other, in the old one. */
  private interface Match {
    /** The old id of the next page, or -1. */
    int next() throws IOException;
  }

  /** Opens the run that {@code plan} names. */
  static StartRanks open(Session session, PageRankPlan plan) throws IOException {
    Configuration conf = session.conf();
    String name = plan.options().warm().orElseThrow();
    Path parent = session.dir().pageRanks();
    Optional<String> asked = name.equals("latest") ? Optional.empty() : Optional.of(name);
    Path run =
        plan.usable()
            ? Rankings.run(session.dir(), parent, asked, "pagerank")
            : Rankings.runWithTopics(session.dir(), parent, asked, plan.names(), "pagerank");
    Map<String, String> meta = Rankings.readMeta(session.dir().fs(), run);
    List<String> topics = List.of(meta.getOrDefault("topics", "").split(" ", -1));
    int[] columns = new int[plan.width()];
    for (int k = 0; k < columns.length; k++) {
      String topic = plan.name(k);
      columns[k] = topics.indexOf(topic);
      if (columns[k] < 0) {
        throw OrbException.failed(
            run
                + " cannot warm-start "
                + (topic.isEmpty() ? "the ranks of all pages" : "topic " + topic)
                + (meta.containsKey("topics") ? "; it has the topics " + topics : ""));
      }
    }
    CheckpointFolder ranks = ScoreReader.ranks(conf, run);
    GraphDir before = GraphDir.open(conf, new Path(session.dir().graphs(), meta.get("build")));
    double[] scales = new double[columns.length];
    Arrays.fill(scales, 1);
    List<ExactSum> sums = Iteration.emptySums(columns.length);
    double[] row = new double[columns.length];
    try (WarmStart first = new WarmStart(plan, columns, ranks, before, scales)) {
      for (int v = 0; v < plan.graph().nodes(); v++) {
        first.next(row);
        for (int k = 0; k < row.length; k++) {
          sums.get(k).add(row[k]);
        }
      }
    }
    for (int k = 0; k < scales.length; k++) {
      double sum = sums.get(k).value();
      if (!(sum > 0)) {
        throw OrbException.failed(run + " cannot warm-start this graph: they share no ranked page");
      }
      scales[k] = plan.topics().get(k).total() / sum;
    }
    return new WarmStart(plan, columns, ranks, before, scales);
  }

  private WarmStart(
      PageRankPlan plan, int[] columns, CheckpointFolder ranks, GraphDir before, double[] scales)
      throws IOException {
    this.columns = columns;
    this.scales = scales;
    teleport = StartRanks.teleport(plan.topics());
    old = ranks.reader(PageRankEngine.RANK, 0);
    oldRow = new double[ranks.checkpoint().vector(PageRankEngine.RANK).get(0).width()];
    masses = new double[columns.length];
    for (int k = 0; k < columns.length; k++) {
      Iteration last = ranks.checkpoint().last().column(columns[k], Sweep.SUMS);
      masses[k] = last.sum(Sweep.MASS) / plan.topics().get(k).total();
    }
    match = match(before, plan.graph());
  }

  private static Match match(GraphDir before, GraphDir now) throws IOException {
    int[] id = {-1};
    if (before.folder().equals(now.folder())) {
      return () -> ++id[0];
    }
    NameKind names = now.meta().names();
    if (before.meta().names() != names) {
      throw OrbException.failed(
          before.folder() + " and " + now.folder() + " name their pages differently");
    }
    if (names == NameKind.NUMBERED) {
      return () -> ++id[0] < before.nodes() ? id[0] : -1;
    }
    return new Merge(before, now, names);
  }

  /** Merges the names of both graphs, which ascend. */
  private static final class Merge implements Match {
    private final NodeNames.Cursor before;
    private final NodeNames.Cursor now;
    private final NameKind names;
    private byte[] key;

    Merge(GraphDir before, GraphDir now, NameKind names) throws IOException {
      this.before = before.names().cursor(0);
      this.now = now.names().cursor(0);
      this.names = names;
      advance();
    }

    private void advance() throws IOException {
      key = before.next() ? names.key(before.name()) : null;
    }

    @Override
    public int next() throws IOException {
      if (!now.next()) {
        return -1;
      }
      byte[] wanted = names.key(now.name());
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
    for (int k = 0; k < row.length; k++) {
      double start = id < 0 ? row[k] : oldRow[columns[k]] / masses[k];
      row[k] = start * scales[k];
    }
  }

  @Override
  public void close() throws IOException {
    old.close();
  }
}
