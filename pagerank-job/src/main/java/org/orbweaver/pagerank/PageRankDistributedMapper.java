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
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.SliceWriter;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.kernel.VectorReader;

/**
 * Some rows of one iteration: adds up the shares of the pages that link to them, and writes slices
 * of the new ranks and shares.
 */
final class PageRankDistributedMapper
    extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  @Override
  protected void map(IntWritable from, IntWritable to, Context context)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Configuration conf = context.getConfiguration();
    int first = from.get();
    int end = to.get();
    GraphDir graph = KernelJob.graph(conf);
    CheckpointFolder before = KernelJob.from(conf);
    Iteration last = before.checkpoint().last();
    List<PageRank> topics = PageRankSettings.topics(conf, graph.nodes());
    int width = topics.size();
    StopRule rule = FusedLoop.rule(conf);
    Extrapolation extrapolation = PageRankSettings.extrapolation(conf, rule);
    Columns columns =
        new Columns(extrapolation.judge(rule), width, Sweep.SUMS, before.checkpoint().history());
    Sweeps sweeps = new Sweeps(topics, columns.active(), last, extrapolation.turns(columns, width));
    double[] sums = KernelJob.sums(context, first, end);
    Divisors divisors = null;
    try (VectorReader old = before.reader(PageRankEngine.RANK, first);
        SliceWriter ranks = KernelJob.slice(context, PageRankEngine.RANK, first, width);
        SliceWriter shares = KernelJob.slice(context, PageRankEngine.SHARE, first, width);
        Kept kept =
            extrapolation.isOn()
                ? new Kept(
                    before.reader(PageRankEngine.KEPT, first),
                    KernelJob.slice(context, PageRankEngine.KEPT, first, width),
                    width)
                : null) {
      double[] row = new double[width];
      for (int v = first; v < end; v++) {
        old.next(row);
        if (kept != null) {
          kept.from.next(kept.row);
        }
        if ((v - first) % Divisors.PIECE == 0) {
          int pieceEnd = (int) Math.min(end, (long) v + Divisors.PIECE);
          divisors = PageRankSettings.divisors(conf, graph, v, pieceEnd);
        }
        double divisor = divisors.at(v);
        int at = (v - first) * width;
        sweeps.rank(v, sums, at, row, 0, divisor, kept == null ? null : kept.row);
        ranks.write(row, 0, width);
        for (double rank : row) {
          shares.write(PageRank.share(rank, divisor));
        }
        if (kept != null) {
          kept.to.write(kept.row, 0, width);
        }
      }
      Iteration done =
          new Iteration(last.number() + 1, (System.nanoTime() - begin) / 1e9, sweeps.sums());
      List<Slice> slices = new ArrayList<>(List.of(ranks.finish(), shares.finish()));
      if (kept != null) {
        slices.add(kept.to.finish());
      }
      KernelJob.report(context, first, new Checkpoint(slices, List.of(done)));
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

    @Override
    public void close() throws IOException {
      try (from;
          to) {
        return;
      }
    }
  }
}
