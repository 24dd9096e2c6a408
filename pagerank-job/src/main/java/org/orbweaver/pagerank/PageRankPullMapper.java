package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Direction;
import org.orbweaver.webgraph.kernel.GraphRows;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.SliceWriter;
import org.orbweaver.webgraph.kernel.VectorReader;

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
    Iteration last = from.checkpoint().last();
    PageRank pageRank = PageRankSettings.load(conf, graph.nodes());
    Sweep sweep = new Sweep(Sweep.stepAfter(pageRank, last));
    try (GraphRows rows = GraphRows.open(graph, Direction.IN, p, context::progress);
        VectorReader old = from.reader(PageRankEngine.RANK, rows.first());
        SliceWriter ranks = KernelJob.slice(context, PageRankEngine.RANK, p, rows.first());
        SliceWriter shares = KernelJob.slice(context, PageRankEngine.SHARE, p, rows.first())) {
      int first = rows.first();
      int[] degrees = graph.outDegrees(first, rows.end());
      KernelJob.operand(conf)
          .multiply(
              rows,
              (v, sum) -> {
                int degree = degrees[v - first];
                double rank = sweep.rank(v, sum, old.next(), degree);
                ranks.write(rank);
                shares.write(PageRank.share(rank, degree));
              });
      Iteration done =
          new Iteration(last.number() + 1, (System.nanoTime() - begin) / 1e9, sweep.sums());
      KernelJob.report(
          context, p, new Checkpoint(List.of(ranks.finish(), shares.finish()), List.of(done)));
    }
  }
}
