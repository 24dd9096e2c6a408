package org.orbweaver.pagerank;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Columns;
import org.orbweaver.webgraph.kernel.FusedLoop;
import org.orbweaver.webgraph.kernel.GraphRows;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.Operand;
import org.orbweaver.webgraph.kernel.RowSink;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.SliceWriter;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.kernel.VectorReader;
import org.orbweaver.webgraph.kernel.WideRowSink;

/**
 * One partition of one iteration: streams the links into its pages, reads the shares of the pages
 * they come from, writes its slices of the new ranks and shares.
 */
final class PageRankPullMapper
    extends Mapper<IntWritable, NullWritable, NullWritable, NullWritable> {

  @Override
  protected void map(IntWritable partition, NullWritable nothing, Context context)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Configuration conf = context.getConfiguration();
    int p = partition.get();
    GraphDir graph = KernelJob.graph(conf);
    CheckpointFolder from = KernelJob.from(conf);
    List<Iteration> before = from.checkpoint().history();
    Iteration last = from.checkpoint().last();
    List<PageRank> topics = PageRankSettings.topics(conf, graph.nodes());
    int width = topics.size();
    StopRule rule = FusedLoop.rule(conf);
    Extrapolation extrapolation = PageRankSettings.extrapolation(conf, rule);
    Columns columns = new Columns(extrapolation.judge(rule), width, Sweep.SUMS, before);
    int[] active = columns.active();
    Sweeps sweeps = new Sweeps(topics, active, last, extrapolation.turns(columns, width));
    try (GraphRows rows =
            GraphRows.open(
                graph,
                PageRankSettings.rows(conf),
                PageRankSettings.weighted(conf),
                p,
                context::progress);
        VectorReader old = from.reader(PageRankEngine.RANK, rows.first());
        SliceWriter ranks = KernelJob.slice(context, PageRankEngine.RANK, p, rows.first(), width);
        SliceWriter shares =
            KernelJob.slice(context, PageRankEngine.SHARE, p, rows.first(), width);
        Kept kept =
            extrapolation.isOn()
                ? new Kept(
                    from.reader(PageRankEngine.KEPT, rows.first()),
                    KernelJob.slice(context, PageRankEngine.KEPT, p, rows.first(), width),
                    width)
                : null) {
      DivisorWindow window = DivisorWindow.of(conf, graph, rows.first(), rows.end());
      Sink sink = new Sink(sweeps, window, old, ranks, shares, kept, width);
      Operand operand = KernelJob.operand(conf);
      if (width == 1) {
        operand.multiply(rows, (RowSink) sink);
      } else {
        operand.multiply(rows, active, sink);
      }
      Iteration done =
          new Iteration(last.number() + 1, (System.nanoTime() - begin) / 1e9, sweeps.sums());
      List<Slice> slices = new ArrayList<>(List.of(ranks.finish(), shares.finish()));
      if (kept != null) {
        slices.add(kept.to.finish());
      }
      KernelJob.report(context, p, new Checkpoint(slices, List.of(done)));
    }
  }

  /** The ranks that an {@link Extrapolation} keeps, from one checkpoint to the next. */
  private static final class Kept implements Closeable {
    private final VectorReader from;
    private final SliceWriter to;
    private final double[] row;

    Kept(VectorReader from, SliceWriter to, int width) {
      this.from = from;
      this.to = to;
      row = new double[width];
    }

    void read() throws IOException {
      from.next(row);
    }

    void write() throws IOException {
      for (double one : row) {
        to.write(one);
      }
    }

    @Override
    public void close() throws IOException {
      try (from;
          to) {
        return;
      }
    }
  }

  private static final class Sink implements RowSink, WideRowSink {
    private final Sweeps sweeps;
    private final DivisorWindow window;
    private final VectorReader old;
    private final SliceWriter ranks;
    private final SliceWriter shares;
    private final Kept kept;
    private final double[] rank;

    Sink(
        Sweeps sweeps,
        DivisorWindow window,
        VectorReader old,
        SliceWriter ranks,
        SliceWriter shares,
        Kept kept,
        int width) {
      this.sweeps = sweeps;
      this.window = window;
      this.old = old;
      this.ranks = ranks;
      this.shares = shares;
      this.kept = kept;
      rank = new double[width];
    }

    @Override
    public void row(int v, double sum) throws IOException {
      double divisor = window.at(v);
      write(sweeps.rank(v, sum, old.next(), divisor, keptRow(), 0), divisor);
      if (kept != null) {
        kept.write();
      }
    }

    private double[] keptRow() throws IOException {
      if (kept == null) {
        return null;
      }
      kept.read();
      return kept.row;
    }

    @Override
    public void row(int v, double[] sums) throws IOException {
      double divisor = window.at(v);
      old.next(rank);
      sweeps.rank(v, sums, rank, 0, divisor, keptRow(), 0);
      for (double one : rank) {
        write(one, divisor);
      }
      if (kept != null) {
        kept.write();
      }
    }

    private void write(double one, double divisor) throws IOException {
      ranks.write(one);
      shares.write(PageRank.share(one, divisor));
    }
  }
}
